/** Converts the case study of an article to form values and back, and validates them. */
import type { ArticleDraft, NewArticleInput } from '#features/articles/editing/article-editing.client.ts'
import { CASE_STUDY_QUANTITY_LABELS } from '#features/articles/case-studies/case-study.policy.ts'
import { formatCaseStudyYearError, isCaseStudyYear } from '#features/articles/case-studies/case-study-year.policy.ts'
import { MONTH_NAMES } from '#wording/month-names.ts'

type CaseStudy = NonNullable<ArticleDraft['caseStudy']>
type CaseStudyInput = NonNullable<NewArticleInput['caseStudy']>

/** Columns of the meter readings, in the order of the form. Only `bought` is required. */
export const CASE_STUDY_COLUMNS = (['bought', 'exported', 'generated', 'gas', 'heatPump', 'heat'] as const).map(
  (quantity) => [quantity, CASE_STUDY_QUANTITY_LABELS[quantity]] as const,
)

/** Form values of a case study. Numbers are texts, as they are typed. */
export interface CaseStudyValues {
  hasCaseStudy: boolean
  isInvented: boolean
  home: string
  place: string
  nation: CaseStudy['nation']
  people: string
  year: string
  before: string
  /** One measure and its price in £ a line, such as `Battery of 5 kWh: 2880`. */
  measures: string
  grant: string
  /** Meter readings in kWh: a line for each month, whose cells are separated by tabs in the order of `CASE_STUDY_COLUMNS`. */
  months: string
}

const joinCells = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join('\t')).join('\n')

/** Returns the cells of twelve months, each a text; missing cells are empty. */
export function splitMonths(months: string): string[][] {
  const lines = months.split('\n')
  return MONTH_NAMES.map((_, month) => {
    const cells = (lines[month] ?? '').split('\t')
    return CASE_STUDY_COLUMNS.map((__, column) => (cells[column] ?? '').trim())
  })
}

/** Writes cells into the readings, from a month and a column on. Cells beyond December or the last column are dropped. */
export function writeMonths(months: string, month: number, column: number, rows: readonly (readonly string[])[]): string {
  const cells = splitMonths(months)
  for (const [rowOffset, row] of rows.entries()) {
    for (const [columnOffset, text] of row.entries()) {
      const target = cells[month + rowOffset]
      if (target && column + columnOffset < target.length) target[column + columnOffset] = text.trim()
    }
  }
  return joinCells(cells)
}

export const BLANK_CASE_STUDY: CaseStudyValues = {
  hasCaseStudy: false,
  isInvented: false,
  home: '',
  place: '',
  nation: 'england',
  people: '',
  year: '',
  before: '',
  measures: '',
  grant: '0',
  months: joinCells(splitMonths('')),
}

export function toCaseStudyValues(caseStudy: CaseStudy | null): CaseStudyValues {
  if (!caseStudy) return BLANK_CASE_STUDY
  const { isInvented, home, place, nation, people, year, before, measures, grantPounds, months } = caseStudy
  return {
    hasCaseStudy: true,
    isInvented,
    home,
    place,
    nation,
    people: String(people),
    year: String(year),
    before,
    measures: measures.map(({ name, pricePounds }) => `${name}: ${pricePounds}`).join('\n'),
    grant: String(grantPounds),
    months: joinCells(months.map((month) => CASE_STUDY_COLUMNS.map(([quantity]) => String(month[quantity] ?? '')))),
  }
}

/** Builds the case study for the request body; the values must be valid. */
export function toCaseStudyInput(values: CaseStudyValues): CaseStudyInput {
  const { isInvented, home, place, nation, people, year, before, measures, grant, months } = values
  return {
    isInvented,
    home: home.trim(),
    place: place.trim(),
    nation,
    people: Number(people),
    year: Number(year),
    before: before.trim(),
    measures: splitMeasures(measures).map(({ name, price }) => ({ name, pricePounds: toNumber(price) ?? 0 })),
    grantPounds: toNumber(grant) ?? 0,
    months: splitMonths(months).map((cells) => ({
      bought: toNumber(cells[0]) ?? 0,
      ...Object.fromEntries(
        CASE_STUDY_COLUMNS.flatMap(([quantity], column) => {
          const kwh = toNumber(cells[column])
          return kwh === undefined ? [] : [[quantity, kwh]]
        }),
      ),
    })),
  }
}

/** Parses a number with or without thousands separators; undefined for an empty text, NaN for any other text. */
export function toNumber(text: string | undefined): number | undefined {
  const plain = (text ?? '').replace(/^£/, '').replaceAll(',', '').trim()
  if (plain === '') return undefined
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}

const splitMeasures = (measures: string) =>
  measures
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.lastIndexOf(':')
      return { name: (colon < 0 ? line : line.slice(0, colon)).trim(), price: colon < 0 ? '' : line.slice(colon + 1).trim() }
    })

const MAX_LINE = 200
const MAX_KWH = 100_000
const MAX_POUNDS = 1_000_000
const MAX_MEASURES = 10

const findLineError = (text: string): string | undefined =>
  text.trim() === '' ? 'Please fill this in' : text.trim().length > MAX_LINE ? `At most ${MAX_LINE} characters` : undefined

const findWholeError = (text: string, min: number, max: number): string | undefined => {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= min && value <= max ? undefined : `Enter a whole number from ${min} to ${max}`
}

/** Returns the error messages by field; empty if the article is no case study. The server checks the same. */
export function findCaseStudyErrors(values: CaseStudyValues): Partial<Record<keyof CaseStudyValues, string | undefined>> {
  if (!values.hasCaseStudy) return {}
  const grant = toNumber(values.grant) ?? 0
  return {
    home: findLineError(values.home),
    place: findLineError(values.place),
    people: findWholeError(values.people, 1, 20),
    year: /^\d{4}$/.test(values.year.trim()) && isCaseStudyYear(Number(values.year)) ? undefined : formatCaseStudyYearError(),
    before: findLineError(values.before),
    measures: findMeasuresError(values.measures),
    grant: grant >= 0 && grant <= MAX_POUNDS ? undefined : 'Enter an amount in £, or 0',
    months: findMonthsError(values.months),
  }
}

function findMeasuresError(text: string): string | undefined {
  const measures = splitMeasures(text)
  if (measures.length === 0) return 'Enter at least one measure with its price'
  if (measures.length > MAX_MEASURES) return `At most ${MAX_MEASURES} measures`
  const invalid = measures.find(({ name, price }) => {
    const pounds = toNumber(price)
    return name === '' || name.length > MAX_LINE || pounds === undefined || !(pounds <= MAX_POUNDS)
  })
  return invalid && `Write the price in £ after a colon: “${invalid.name || invalid.price}” has none`
}

/** Every column is filled in for all months, or empty. */
function findMonthsError(months: string): string | undefined {
  const cells = splitMonths(months)
  for (const [column, [quantity, label]] of CASE_STUDY_COLUMNS.entries()) {
    const texts = cells.map((row) => row[column] ?? '')
    const invalid = texts.findIndex((text) => {
      const kwh = toNumber(text)
      return kwh !== undefined && !(kwh <= MAX_KWH)
    })
    if (invalid >= 0) return `${label}, ${MONTH_NAMES[invalid]}: enter kilowatt-hours from 0 to 100,000`
    const empty = texts.findIndex((text) => text === '')
    const isEmptyColumn = texts.every((text) => text === '')
    if (empty >= 0 && (quantity === 'bought' || !isEmptyColumn)) return `${label}, ${MONTH_NAMES[empty]}: enter the reading, or 0`
  }
  return undefined
}
