/** Tests how the form values of a case study are read, validated and sent. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { formatCaseStudyYearError, isCaseStudyYear } from '#features/articles/case-studies/case-study-year.policy.ts'
import { CaseStudyInput } from '#features/articles/case-studies/case-study.contract.ts'
import {
  BLANK_CASE_STUDY,
  findCaseStudyErrors,
  splitMonths,
  toCaseStudyInput,
  toCaseStudyValues,
  writeMonths,
  type CaseStudyValues,
} from './case-study-draft.ts'

const MONTHS = Array.from({ length: 12 }, (_, month) => `${100 + month}\t\t20`).join('\n')
const values: CaseStudyValues = {
  ...BLANK_CASE_STUDY,
  hasCaseStudy: true,
  home: ' A terrace ',
  place: 'Leeds',
  people: '2',
  year: '2025',
  before: 'A gas boiler',
  measures: 'Solar panels: 3.6 kW: £6,750\n\nBattery: 2880',
  months: MONTHS,
}
const listErrors = (changes: Partial<CaseStudyValues>) =>
  Object.entries(findCaseStudyErrors({ ...values, ...changes })).flatMap(([name, message]) => (message ? [[name, message]] : []))

test('builds a valid request body, with only the columns that are filled in', () => {
  const input = toCaseStudyInput(values)
  expect(CaseStudyInput.safeParse(input).error).toBeUndefined()
  expect(input.home).toBe('A terrace')
  expect(input.measures).toEqual([
    { name: 'Solar panels: 3.6 kW', pricePounds: 6750 },
    { name: 'Battery', pricePounds: 2880 },
  ])
  expect(input.months[11]).toEqual({ bought: 111, generated: 20 })
  expect(listErrors({})).toEqual([])
})

test('returns every demo case study unchanged', () => {
  const files = globSync('content/articles/case-study-*.md')
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) {
    const [, frontMatter = ''] = readFileSync(file, 'utf8').split('---\n')
    const { caseStudy } = parse(frontMatter) as { caseStudy: Parameters<typeof toCaseStudyValues>[0] }
    const stored = toCaseStudyValues(caseStudy)
    expect(findCaseStudyErrors(stored).months, file).toBeUndefined()
    expect(toCaseStudyInput(stored), file).toEqual(caseStudy)
  }
})

test.each<[Partial<CaseStudyValues>, string, string]>([
  [{ home: ' ' }, 'home', 'Please fill this in'],
  [{ people: '0' }, 'people', 'Enter a whole number from 1 to 20'],
  [{ year: '25' }, 'year', formatCaseStudyYearError()],
  [{ year: String(new Date().getUTCFullYear()) }, 'year', formatCaseStudyYearError()],
  [{ measures: '' }, 'measures', 'Enter at least one measure with its price'],
  [{ measures: 'Battery 2880' }, 'measures', 'Write the price in £ after a colon: “Battery 2880” has none'],
  [{ grant: 'none' }, 'grant', 'Enter an amount in £, or 0'],
  [{ months: '' }, 'months', 'Bought, January: enter the reading, or 0'],
  [{ months: writeMonths(MONTHS, 3, 1, [['5']]) }, 'months', 'Exported, January: enter the reading, or 0'],
  [{ months: writeMonths(MONTHS, 3, 0, [['x']]) }, 'months', 'Bought, April: enter kilowatt-hours from 0 to 100,000'],
])('an error of %j is shown at its field', (changes, name, message) => {
  expect(listErrors(changes)).toEqual([[name, message]])
})

test('the year of the readings must be over', () => {
  const now = new Date('2026-12-31T23:00:00Z')
  expect(isCaseStudyYear(2025, now)).toBe(true)
  expect(isCaseStudyYear(2026, now)).toBe(false)
  expect(isCaseStudyYear(2026, new Date('2027-01-01T00:00:00Z'))).toBe(true)
  expect(isCaseStudyYear(1999, now)).toBe(false)
  expect(formatCaseStudyYearError(now)).toBe('Enter a year from 2000 to 2025: all its months must be over')
})

test('an article without a case study has no errors', () => {
  expect(findCaseStudyErrors(BLANK_CASE_STUDY)).toEqual({})
})

test('pasted cells are written from a cell on, and those beyond December or the last column are dropped', () => {
  const months = writeMonths(BLANK_CASE_STUDY.months, 10, 4, [
    ['1', '2', '3'],
    ['4', '5'],
    ['6', '7'],
  ])
  expect(splitMonths(months).slice(10)).toEqual([
    ['', '', '', '', '1', '2'],
    ['', '', '', '', '4', '5'],
  ])
  expect(months.split('\n')).toHaveLength(12)
})
