/** Rendering time is linear in the length of a text: four times the pattern takes about four times as long. */
import { expect, test } from 'vitest'
import { resolveReferenceText } from '#features/figures/texts/figure-text.policy.ts'
import { createReferenceValues, type ReferenceValueRow } from '#features/figures/figures.policy.ts'
import { oneIn } from '#tests/support/at-night.ts'
import { ATTACKS, plainWords } from '#tests/support/attack-corpus.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { MarkdownTooComplexError } from './markdown-limits.ts'
import { parseMarkdown } from './markdown-parser.ts'
import { renderPlain } from './markdown-plain.ts'
import { toPlainText } from './plain-text.ts'

const FIGURE: ReferenceValueRow = {
  key: '',
  label: 'Gas',
  value: 7.33,
  unit: 'p/kWh',
  nations: ['england'],
  from: '2026-01-01',
  to: null,
  source: { title: 'A table', publisher: 'Its maker', url: 'https://example.org' },
  checked: '2026-01-01',
  due: '2027-01-01',
  certainty: 'A',
}
const LENGTH = isNightly ? 50_000 : 15_000
/** Quadratic growth would take 16 times as long: far enough from 4 to be distinguishable on a busy machine. */
const GROWTH = 4
const MAX_RATIO = 8
/** Durations below this are noise. */
const NOISE_MS = 15
/** For the longer text; ten times today's duration. */
const MAX_MS = 8000
const TRIES = 5

function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Compares CPU times; takes the minimum of several tries, because other load only adds. @returns ratio, and the time of `second` */
function compareCpuTimes(first: () => unknown, second: () => unknown): { ratio: number; ms: number } {
  let [firstMs, secondMs] = [Infinity, Infinity]
  for (let attempt = 0; attempt < TRIES; attempt++) {
    firstMs = Math.min(firstMs, cpuMs(first))
    secondMs = Math.min(secondMs, cpuMs(second))
    if (secondMs / Math.max(NOISE_MS, firstMs) < MAX_RATIO) break
  }
  return { ratio: secondMs / Math.max(NOISE_MS, firstMs), ms: secondMs }
}

function render(text: string, by: 'site' | 'user'): string {
  try {
    return parseMarkdown(text, by)
  } catch (error) {
    if (error instanceof MarkdownTooComplexError) return renderPlain(text).html
    throw error
  }
}

test.each(oneIn(2, [...ATTACKS]))('%s takes linear time', (_name, attack) => {
  const works = {
    site: (text: string) => render(text, 'site'),
    user: (text: string) => render(text, 'user'),
    words: (text: string) => toPlainText(text),
  }
  for (const [name, work] of Object.entries(works)) {
    const { ratio, ms } = compareCpuTimes(
      () => work(attack(LENGTH)),
      () => work(attack(GROWTH * LENGTH)),
    )
    expect(ratio, name).toBeLessThan(MAX_RATIO)
    expect(ms).toBeLessThan(MAX_MS)
  }
})

/** Placeholders of reference values are resolved in an additional step, on the request's thread. */
const figures = createReferenceValues([{ ...FIGURE, key: 'cap.gas' }], '2026-11-23')
test.each([
  '{{cap.gas}} ',
  '{{cap.gas|',
  '{{',
  '}}',
  '{{{{',
  '`{{',
  '{{= (',
  '{{if 1 > 0}}a{{end}}',
  '{{if cap.gas > ',
  '{{=-',
  '| {{cap.gas}} |\n',
])('placeholders %s take linear time', (pattern) => {
  // An even number, because an unpaired backtick changes the text.
  const attack = (length: number) => pattern.repeat(2 * Math.ceil(length / pattern.length / 2))
  const work = (text: string) => render(resolveReferenceText(text, figures).text, 'site')
  const { ratio, ms } = compareCpuTimes(
    () => work(attack(LENGTH)),
    () => work(attack(GROWTH * LENGTH)),
  )
  expect(ratio).toBeLessThan(MAX_RATIO)
  expect(ms).toBeLessThan(MAX_MS)
  expect(
    work(attack(LENGTH))
      .replace(/<code>.*?<\/code>/gs, '')
      .match(/<(?:script|img)|\{\{/),
  ).toBeNull()
})

test('a realistic long article is within the limits', () => {
  const paragraphs = Array.from(
    { length: 300 },
    (_, n) => `## Part ${n}\n\n${plainWords(600)}[a link](/a) and **bold**[^${n}]\n\n- one\n- two`,
  )
  const rows = Array.from({ length: 250 }, (_, n) => `| ${n} | 10 kWh | *good* | [where](/b) |`)
  const notes = paragraphs.map((_, n) => `[^${n}]: From [there](https://example.org/${n}).`)
  const text =
    [...paragraphs, '| a | b | c | d |\n|---|---|---|---|', ...rows].join('\n\n').replaceAll('|\n\n|', '|\n|') + `\n\n${notes.join('\n\n')}`
  expect(text.length).toBeGreaterThan(180_000)
  const html = parseMarkdown(text, 'site')
  expect(html.match(/<tr>/g)).toHaveLength(251)
  expect(html.match(/<li id="fn/g)).toHaveLength(300)
})

test('ten nested lists and twenty nested quotations are rendered', () => {
  const deep = Array.from({ length: 10 }, (_, n) => `${'  '.repeat(n)}- item`).join('\n')
  expect(parseMarkdown(deep, 'user').match(/<ul>/g)).toHaveLength(10)
  expect(parseMarkdown(`${'> '.repeat(20)}word`, 'user')).toContain('word')
})
