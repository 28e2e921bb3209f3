/** Tests that texts contain prices, grants, tariffs and factors by key. Literal values would become outdated without anyone noticing. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCaveat } from '#features/figures/caveats/caveat-file.service.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { resolveReferenceText } from '#features/figures/texts/figure-text.policy.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { CONTENT_FOLDER } from './content.files.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
const texts = globSync(['articles/*.md', 'expert-articles/*.md', 'products/*.yaml', 'about.md'], { cwd: CONTENT_FOLDER }).map((file) => ({
  file,
  text: readFileSync(join(CONTENT_FOLDER, file), 'utf8'),
}))

/** Matches literal values. Before matching, placeholders are replaced by `#` and URLs are removed. */
const LITERAL_PATTERNS: Record<string, RegExp> = {
  'price cap':
    /\b(?:price cap|capped rate|cap (?:for|of))\b[^.\n|#]{0,60}?\b\d+(?:\.\d+)?p\b|\b\d{1,2}\.\d\dp\b|standing charge[^.\n|#]{0,40}\b\d+(?:\.\d+)?p a day/gi,
  grant: /\b(?:grant|Boiler Upgrade Scheme|Home Energy Scotland|ECO4)\b[^.\n|#]{0,60}£\d[\d,]*|£\d[\d,]*[^.\n|#]{0,12}\bgrant/g,
  VAT: /\bVAT\b[^.\n|#]{0,60}(?:\b\d+%|31 March 2027)|31 March 2027/g,
  carbon: /\b0\.(?:177|18296|183|131)\b/g,
  fuel: /\b(?:petrol|diesel)\b[^.\n|#]{0,40}\b\d{3}(?:\.\d)?p\b/gi,
  'public charging': /\b(?:flat rate|rapid|public charg\w+|public post)\b[^.\n|#]{0,40}\b\d{2}p\b/gi,
  tariff: /\b(?:night rate|overnight rate|off-peak rate|export rate|export offer)s?\b[^.\n|#]{0,40}\b\d+(?:\.\d+)?p\b/gi,
}

/** Literals that are accepted in a file, with the reason why they are not reference values. */
const ALLOWED_LITERALS: readonly [file: string, literalStart: string, reason: string][] = [
  [
    'articles/grants-in-four-nations.md',
    'Boiler Upgrade Scheme until the financial year 2029–30',
    'the budget of a plan of January 2026, as history',
  ],
  ['articles/one-roof-twelve-months.md', 'export rates ran from about 3p', 'what was offered in July 2026, as history'],
  ['articles/reading-a-solar-quote.md', 'export offers ran from about 4p', 'what was offered in May 2026, as history'],
  ['articles/what-your-export-earns.md', 'export rate is 12p', 'the reader’s own rate, supposed'],
  ['articles/what-your-export-earns.md', 'export rate of 12p', 'the reader’s own rate, supposed'],
  ['articles/which-tariff-for-a-car.md', 'off-peak rates of about 6p', 'what was offered in May 2026, as history'],
]

test('texts contain no literal price cap, grant, tariff or carbon factor', () => {
  const literals = texts.flatMap(({ file, text }) => {
    const stripped = text.replace(/\{\{[^{}]*\}\}/g, '#').replace(/\]\([^)]*\)/g, ']')
    return Object.entries(LITERAL_PATTERNS).flatMap(([topic, pattern]) =>
      [...stripped.matchAll(pattern)].map(([literal]) => ({ file, topic, literal })),
    )
  })
  const isAllowed = ({ file, literal }: (typeof literals)[number]) =>
    ALLOWED_LITERALS.some(([allowedFile, literalStart]) => allowedFile === file && literal.startsWith(literalStart))
  expect(literals.filter((literal) => !isAllowed(literal))).toEqual([])
  // An entry that matches no literal any more must be removed.
  expect(
    ALLOWED_LITERALS.filter(
      ([allowedFile, literalStart]) => !literals.some(({ file, literal }) => file === allowedFile && literal.startsWith(literalStart)),
    ),
  ).toEqual([])
})

test('in all texts, keys are known, expressions have a result and conditions hold', () => {
  const errors = texts.flatMap(({ file, text }) => {
    const { problems, conditions, text: resolved } = resolveReferenceText(text, referenceValues, { findCaveat })
    const failedConditions = conditions.filter(({ holds }) => holds !== true).map(({ condition }) => `does not hold: ${condition}`)
    const unresolved = /\{\{|\}\}|not known yet|NaN/.test(resolved) ? ['unresolved placeholder'] : []
    return [...problems, ...failedConditions, ...unresolved].map((message) => `${file}: ${message}`)
  })
  expect(errors).toEqual([])
  expect(texts.filter(({ text }) => text.includes('{{')).length).toBeGreaterThan(20)
})

describe('prices of the price cap', () => {
  const CAP_VALUE = /\{\{[^{}]*\bcap\.[a-z-]+(?![a-z-]|@)[^{}]*\}\}/
  const isGuide = (file: string) => file.startsWith('articles/')
  const pricedTexts = texts
    .filter(({ text }) => CAP_VALUE.test(text))
    .map(({ file, text }) => ({ file, text, mainText: text.split(/^## Sources/m)[0] ?? '' }))
  const resolvePlain = (text: string, day: string) => resolveReferenceText(text, referenceValues.forDay(day), { isPlain: true }).text

  test('are in several guides', () => expect(pricedTexts.length).toBeGreaterThan(15))
  test.each(pricedTexts)('$file names their period in its text', ({ mainText }) => {
    expect(resolvePlain(mainText, '2026-11-23')).toContain('October to December 2026')
    expect(resolvePlain(mainText, '2026-05-15')).toContain('April to June 2026')
  })
  test.each(pricedTexts.filter(({ file }) => isGuide(file)))(
    '$file says when they have expired, and asks for the reader’s own',
    ({ text }) => {
      expect(resolvePlain(text, '2027-01-15')).toMatch(
        /A newer value of “(?:Electricity|Gas), price cap” has applied since 1 January 2027; we do not have it yet, so use your own\./,
      )
      expect(resolvePlain(text, '2026-08-15')).not.toContain('A newer value')
    },
  )
  test('no text has a quarter of the price cap as a literal', () => {
    const QUARTER = /\b(?:January to March|April to June|July to September|October to December) 20\d\d\b/g
    expect(texts.flatMap(({ file, text }) => (text.match(QUARTER) ?? []).map((quarter) => `${file}: ${quarter}`))).toEqual([])
  })
})

/** A day in the quarter whose prices the hand-worked results below are for. */
const SEPTEMBER = '2026-09-24'

test('a changed price cap changes the results and conditional sentences of the guides', () => {
  const rows = readReferenceValueRows().map((row) =>
    row.key === 'cap.electricity' && row.from === '2026-07-01' ? { ...row, value: 14 } : row,
  )
  const guide = texts.find(({ file }) => file.endsWith('heat-pump-running-costs.md'))?.text ?? ''
  const { text, conditions } = resolveReferenceText(guide, createReferenceValues(rows, SEPTEMBER), { isPlain: true })
  expect(text).toContain('14.00 ÷ 7.33 × 0.85 = **1.62**')
  expect(text).toContain('| 2.76 | 3,542 kWh | £495.83 | £347.12 less |')
  expect(text).toContain('How well it runs decides')
  expect(conditions.some(({ holds }) => holds === false)).toBe(true)
})

test('a changed price cap changes paybacks, EPC points and prices per litre', () => {
  const rows = readReferenceValueRows().map((row) =>
    row.key === 'cap.electricity' && row.from === '2026-07-01' ? { ...row, value: 40 } : row,
  )
  const septemberValues = referenceValues.forDay(SEPTEMBER)
  const highPriceValues = createReferenceValues(rows, SEPTEMBER)
  const resolveGuide = (guide: string, values: typeof referenceValues) =>
    resolveReferenceText(texts.find(({ file }) => file === `articles/${guide}.md`)?.text ?? '', values, { isPlain: true }).text
  const paybackGuide = 'heat-pump-price-and-payback'
  expect(resolveGuide(paybackGuide, septemberValues)).toContain('| 3.3 | £70 | 36 years | £176 | 14 years | 31 years |')
  expect(resolveGuide(paybackGuide, septemberValues)).toContain('| 3.3 | 69p a litre | 49p a litre |')
  expect(resolveGuide(paybackGuide, highPriceValues)).toContain('| 3.9 | −£160 | never | −£54 | never | never |')
  expect(resolveGuide(paybackGuide, highPriceValues)).toContain('| 3.3 | 106p a litre | 75p a litre |')
  expect(resolveGuide('reading-an-epc', septemberValues)).toContain('| 2.8 | £65 more | 64 to 61 | £37 less |')
  expect(resolveGuide('reading-an-epc', highPriceValues)).toContain('| 2.8 | £65 more | 64 to 61 | £447 more |')
  expect(resolveGuide('walls-and-windows', septemberValues)).toContain('| 1.5 to 0.7 | 2,520 to 4,200 kWh | £185 to £308 |')
  const laterValues = referenceValues.forDay('2027-05-01')
  expect(resolveGuide('homes-in-scotland', laterValues)).toContain('VAT at 5% on installed heat pumps, insulation, panels and batteries.')
})
