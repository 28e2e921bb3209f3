import { expect, test } from 'vitest'
import { toPlainLines, estimateSourceLength, toPlainText } from './plain-text.ts'

test('toPlainText removes markup and line breaks', () => {
  expect(toPlainText('## Why\n\nIt is **warm**,\nand [quiet](/x).\n\n- one\n- two')).toBe('Why It is warm, and quiet. one two')
})

test.each([
  ['It loses 12 %.[^wind]\n\n[^wind]: Measured in May 2026.', 'It loses 12 %.'],
  ['| a | b |\n|---|--:|\n| **1** | 2 |', 'a b 1 2'],
  ['> 1. ## One\n> - two', 'One two'],
  ['2 * 3 * 4, snake_case, _so_, ~~old~~ and ~5', '2 * 3 * 4, snake_case, so, old and ~5'],
  ['![A house](/a.svg "One") \\*stars\\* & &amp; <b>', '*stars* & & <b>'],
  ['```js\nconst a = [1]\n```\nafter', 'const a = [1] after'],
  ['Heading\n=======\n\n---\n\nwords', 'Heading words'],
  ['[half](/x and [^note', 'half(/x and ^note'],
  ['A `code` word, [a] and ![b](/c) here! [there', 'A code word, a and here! there'],
  ['a | b, and 3 || 4', 'a | b, and 3 || 4'],
  ['_first_ word and the *last*', 'first word and the last'],
  ['alone * and _ so', 'alone * and _ so'],
  ['x_y _ z_', 'x_y _ z'],
  ['a ~ b ~~ c', 'a ~ b c'],
  ['Great!', 'Great!'],
])('toPlainText converts %j to %j', (source, words) => {
  expect(toPlainText(source)).toBe(words)
})

test.each([
  ['a\\*b \\a \\\\ \\é', 'a*b \\a \\ \\é'],
  ['[a](b)c [d](e f) g', 'ac d g'],
  ['text](url) more) (and) so', 'text more) (and) so'],
  ['[[a]] (b) [^1]c [^', 'a (b) c ^'],
  ['a*b * c* d', 'ab * c d'],
  ['a_b é_ü 1_2 _a _b_ c_', 'a_b é_ü 1_2 a b c'],
  ['a~b ~a ~~c~~', 'a~b ~a c'],
  ['!a ! [c', '!a ! c'],
  ['| a | b \\| c', 'a b | c'],
  ['&amp;&lt;&gt;&quot;&nbsp;&#39;&x;', `&<>" '&x;`],
  ['> - > - > - > - > - > - word', '> - word'],
  ['1234567890. a\n123456789. b\n1) c', '1234567890. a b c'],
  ['+ a\n* b\n*c\n>d\n-e', 'a b c d -e'],
  ['#tag\n#\tone\n######  six\n####### seven', '#tag one six ####### seven'],
  ['``a`` b\n   ``` c\n**as it is**\n   ```\nd', 'a b **as it is** d'],
  ['~~~~\n[a](b)\n~~~\n* * *\n|:--|\n===\n-\nc', '[a](b) c'],
  ['[x]: https://example.org\n[]: y', ': y'],
  ['::tool[solar]{use=3100}\nx ::tool[y]', 'x ::tooly'],
  ['a\tb\u00a0 c\n\n\nd', 'a b c d'],
  ['[Heat pump](https://en.example.org/wiki/Pump_(device)), see [a](b((c))d)!', 'Heat pump, see a!'],
  ['[![A picture](/a_(1).png)](https://example.org) after ![b [c] d](/e) this', 'after this'],
  ['![open [a](b) ![no] link ![half](c', 'open a no link half(c'],
  ['[a](b\\)c) d', 'a d'],
  ['', ''],
])('toPlainText converts the edge case %j to %j', (source, words) => {
  expect(toPlainText(source)).toBe(words)
})

test('toPlainText with a maximum length reads only a part of the source', () => {
  expect([0, 10].map(estimateSourceLength)).toEqual([400, 430])
  expect([0, 10, undefined].map((max) => toPlainText('a'.repeat(1000), max).length)).toEqual([400, 430, 1000])
})

test.each<[source: string, lines: string[], headings?: string[]]>([
  ['# Why\nIt is **warm**\nand quiet.\n\nNext\n## Two\nafter', ['It is warm and quiet.', 'Next', 'after'], ['Why', 'Two']],
  ['- one\n  more of one\n- two\n\n1. first\n2) second', ['one more of one', 'two', 'first', 'second']],
  ['words\n| a | **b** |\n|---|---|\n| 1 | 2 |\nafter', ['words', 'a b', '1 2', 'after']],
  ['> said\n> more\nrest', ['said', 'more rest']],
  ['```\n# no heading\n\n**as  it**\nis\n| row\n```\nafter', ['# no heading', '**as it** is', '| row', 'after']],
  ['Title\n=====\nbody\n---\nend', ['Title', 'body', 'end']],
  ['One.[^a]\n[^a]: Note.\nTwo\n[x]: https://example.org', ['One.', 'Two']],
  ['  # in\n\t tabbed   words  ', ['tabbed words'], ['in']],
  ['> ### said\nby', ['said by']],
  ['What it comes to:\n::tool[solar]{slopes=4:35:S:none use=3100}\nAnd on.', ['What it comes to:', 'And on.']],
  ['', []],
])('toPlainLines splits %j into the expected headings and lines', (source, lines, headings = []) => {
  expect(toPlainLines(source)).toEqual({ headings, lines })
})

test('toPlainText takes linear time for many unclosed brackets', () => {
  const started = performance.now()
  for (const part of ['](', '![', '[^', '![a](']) toPlainText(part.repeat(20_000))
  expect(performance.now() - started).toBeLessThan(2000)
})
