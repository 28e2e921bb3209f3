/** Tests that the rendering time is linear in the length of a text: a text four times as long takes about four times as long. */
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

const REFERENCE_VALUE_ROW: ReferenceValueRow = {
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
const BASE_LENGTH = isNightly ? 50_000 : 15_000
/**
 * How many times longer the second text is. A quadratic algorithm would take 16 times as long, which differs clearly from 4 on a busy
 * machine.
 */
const LENGTH_FACTOR = 4
const MAX_RATIO = 8
/** CPU times below this are noise. */
const NOISE_MS = 15
/** Maximum CPU time for the longer text: ten times the measured one. */
const MAX_MS = 8000
const TRIES = 5

function measureCpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * Compares the CPU times of two functions. Takes the minimum of several attempts, because other load only adds time.
 * @returns `ratio`, second to first; `ms`, the time of `second`
 */
function compareCpuTimes(first: () => unknown, second: () => unknown): { ratio: number; ms: number } {
  let [firstMs, secondMs] = [Infinity, Infinity]
  for (let attempt = 0; attempt < TRIES; attempt++) {
    firstMs = Math.min(firstMs, measureCpuMs(first))
    secondMs = Math.min(secondMs, measureCpuMs(second))
    if (secondMs / Math.max(NOISE_MS, firstMs) < MAX_RATIO) break
  }
  return { ratio: secondMs / Math.max(NOISE_MS, firstMs), ms: secondMs }
}

function render(text: string, author: 'site' | 'user'): string {
  try {
    return parseMarkdown(text, author)
  } catch (error) {
    if (error instanceof MarkdownTooComplexError) return renderPlain(text).html
    throw error
  }
}

test.each(oneIn(2, [...ATTACKS]))('converting the attack %s takes linear time', (_name, attack) => {
  const conversions = {
    site: (text: string) => render(text, 'site'),
    user: (text: string) => render(text, 'user'),
    words: (text: string) => toPlainText(text),
  }
  for (const [name, convert] of Object.entries(conversions)) {
    const { ratio, ms } = compareCpuTimes(
      () => convert(attack(BASE_LENGTH)),
      () => convert(attack(LENGTH_FACTOR * BASE_LENGTH)),
    )
    expect(ratio, name).toBeLessThan(MAX_RATIO)
    expect(ms).toBeLessThan(MAX_MS)
  }
})

/** Values for placeholders, which are resolved before rendering and in the main thread. */
const referenceValues = createReferenceValues([{ ...REFERENCE_VALUE_ROW, key: 'cap.gas' }], '2026-11-23')
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
])('resolving and rendering repeated placeholders %s takes linear time', (pattern) => {
  // The pattern is repeated an even number of times, because an unpaired backtick would change the output.
  const attack = (length: number) => pattern.repeat(2 * Math.ceil(length / pattern.length / 2))
  const renderResolved = (text: string) => render(resolveReferenceText(text, referenceValues).text, 'site')
  const { ratio, ms } = compareCpuTimes(
    () => renderResolved(attack(BASE_LENGTH)),
    () => renderResolved(attack(LENGTH_FACTOR * BASE_LENGTH)),
  )
  expect(ratio).toBeLessThan(MAX_RATIO)
  expect(ms).toBeLessThan(MAX_MS)
  expect(
    renderResolved(attack(BASE_LENGTH))
      .replace(/<code>.*?<\/code>/gs, '')
      .match(/<(?:script|img)|\{\{/),
  ).toBeNull()
})

test('parseMarkdown renders a realistic long article, which is within the limits', () => {
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

test('parseMarkdown renders ten nested lists and twenty nested quotations', () => {
  const nestedLists = Array.from({ length: 10 }, (_, n) => `${'  '.repeat(n)}- item`).join('\n')
  expect(parseMarkdown(nestedLists, 'user').match(/<ul>/g)).toHaveLength(10)
  expect(parseMarkdown(`${'> '.repeat(20)}word`, 'user')).toContain('word')
})
