/** No text costs more than its length: four times the pattern is about four times the work, and the words of an attack stay readable. */
import { expect, test } from 'vitest'
import { resolveFigureText } from '#features/figures/texts/figure-text.policy.ts'
import { makeFigures, type FigureRow } from '#features/figures/figures.policy.ts'
import { oneIn } from '#tests/support/at-night.ts'
import { ATTACKS, plainWords } from '#tests/support/attack-corpus.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { TooInvolvedError } from './markdown-limits.ts'
import { parseMarkdown } from './markdown-parser.ts'
import { renderPlain } from './markdown-plain.ts'
import { toPlainText } from './plain-text.ts'

const FIGURE: FigureRow = {
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
/** What grows with the square costs sixteen times as much: far enough from four that a busy machine takes neither for the other. */
const GROWTH = 4
const MAX_TIMES = 8
/** Smaller than this is noise. */
const NOISE_MS = 15
/** For the longer text, on a machine that is ten times slower than today's. */
const MAX_MS = 8000
const TRIES = 5

function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** How much more the second is than the first. What else the machine does only adds, so the least of some tries is nearest. */
function timesDearer(first: () => unknown, second: () => unknown): { times: number; ms: number } {
  let [less, more] = [Infinity, Infinity]
  for (let tried = 0; tried < TRIES; tried++) {
    less = Math.min(less, cpuMs(first))
    more = Math.min(more, cpuMs(second))
    if (more / Math.max(NOISE_MS, less) < MAX_TIMES) break
  }
  return { times: more / Math.max(NOISE_MS, less), ms: more }
}

function render(text: string, by: 'site' | 'user'): string {
  try {
    return parseMarkdown(text, by)
  } catch (fault) {
    if (fault instanceof TooInvolvedError) return renderPlain(text).html
    throw fault
  }
}

test.each(oneIn(2, [...ATTACKS]))('%s costs what its length costs', (_name, attack) => {
  const works = {
    site: (text: string) => render(text, 'site'),
    user: (text: string) => render(text, 'user'),
    words: (text: string) => toPlainText(text),
  }
  for (const [name, work] of Object.entries(works)) {
    const { times, ms } = timesDearer(
      () => work(attack(LENGTH)),
      () => work(attack(GROWTH * LENGTH)),
    )
    expect([name, times < MAX_TIMES ? 'as expected' : times]).toEqual([name, 'as expected'])
    expect(ms).toBeLessThan(MAX_MS)
  }
})

/** A text with figures goes through one more step, on the request's thread. */
const figures = makeFigures([{ ...FIGURE, key: 'cap.gas' }], '2026-11-23')
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
])('figures written as %s cost what their length costs', (pattern) => {
  // An even number of them: one backtick too many makes another text.
  const attack = (length: number) => pattern.repeat(2 * Math.ceil(length / pattern.length / 2))
  const work = (text: string) => render(resolveFigureText(text, figures).text, 'site')
  const { times, ms } = timesDearer(
    () => work(attack(LENGTH)),
    () => work(attack(GROWTH * LENGTH)),
  )
  expect(times < MAX_TIMES ? 'as expected' : times).toBe('as expected')
  expect(ms).toBeLessThan(MAX_MS)
  expect(
    work(attack(LENGTH))
      .replace(/<code>.*?<\/code>/gs, '')
      .match(/<(?:script|img)|\{\{/),
  ).toBeNull()
})

test('what people write is far within the limits', () => {
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

test('lists and quotations in one another go as deep as people go', () => {
  const deep = Array.from({ length: 10 }, (_, n) => `${'  '.repeat(n)}- item`).join('\n')
  expect(parseMarkdown(deep, 'user').match(/<ul>/g)).toHaveLength(10)
  expect(parseMarkdown(`${'> '.repeat(20)}word`, 'user')).toContain('word')
})
