import { describe, expect, test } from 'vitest'
import { composeIssue, escapeMarkdown, toIssueText } from './issue.policy.ts'
import { confirmPath, unsubscribePath, NEWSLETTER_TOKEN_MS, preferencesPath } from '#features/newsletter/newsletter.policy.ts'

const toText = (markdown: string) => toIssueText(markdown, 'https://a.org')

describe('toIssueText', () => {
  test.each([
    ['See [the guides](/articles).', 'See the guides (https://a.org/articles).'],
    ['[out](https://b.org/x) and [in](/y)', 'out (https://b.org/x) and in (https://a.org/y)'],
    ['![a picture](/p.webp) here', 'a picture here'],
    ['![](/p.webp)', ''],
    ['[![a](/p.webp)](/q)', 'a (https://a.org/q)'],
    ['[a \\[b\\]](/c)', 'a [b] (https://a.org/c)'],
    ['[two\nlines](/c)', '[two\nlines](/c)'],
    ['[]()', ' ()'],
    ['# One', 'One\n---'],
    ['###### Six words\nnext', 'Six words\n---------\nnext'],
    ['####### Seven', '####### Seven'],
    ['a\n## Two\nb', 'a\nTwo\n---\nb'],
    ['not # one', 'not # one'],
    ['#none', '#none'],
    [`# ${'x'.repeat(70)}`, `${'x'.repeat(70)}\n${'-'.repeat(60)}`],
    ['**bold** and __bold__', 'bold and bold'],
    ['**a** b **c**', 'a b c'],
    ['2 ** 3 ** 4', '2 ** 3 ** 4'],
    ['**mixed__', '**mixed__'],
    ['\\# and \\*this\\*', '# and *this*'],
    ['C:\\temp', 'C:\\temp'],
  ])('converts %j to %j', (markdown, expected) => expect(toText(markdown)).toBe(expected))
})

describe('issue Markdown', () => {
  test('composeIssue returns the introduction, then each entry under its heading', () => {
    const entries = [
      { title: 'A [new] one', text: ' Words. ', path: '/a' },
      { title: 'B', text: '', path: '/b' },
    ]
    expect(composeIssue({ intro: ' Hello. ', entries })).toBe('Hello.\n\n## [A \\[new\\] one](/a)\n\nWords.\n\n## [B](/b)\n\n')
    expect(composeIssue({ intro: '  ', entries: entries.slice(1) })).toBe('## [B](/b)\n\n')
    expect(composeIssue({ intro: '', entries: [] })).toBe('')
  })
  test('escapeMarkdown escapes all special characters', () => {
    expect(escapeMarkdown('\\ ` * _ [ ] < > # | ~ ! a-b.c')).toBe('\\\\ \\` \\* \\_ \\[ \\] \\< \\> \\# \\| \\~ \\! a-b.c')
  })
})

test('the paths with a key encode it, and keys are valid for ten years', () => {
  expect([confirmPath, unsubscribePath, preferencesPath].map((path) => path('a+b'))).toEqual([
    '/newsletter/confirm?key=a%2Bb',
    '/newsletter/unsubscribe?key=a%2Bb',
    '/newsletter/preferences?key=a%2Bb',
  ])
  expect(NEWSLETTER_TOKEN_MS / 86_400_000).toBe(3650)
})
