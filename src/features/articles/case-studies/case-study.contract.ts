/** Defines the data of a case study: facts about a home, and twelve months of meter readings. */
import { z } from '#platform/contract/zod.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { formatCaseStudyYearError, isCaseStudyYear } from './case-study-year.policy.ts'

export const MONTHS_PER_YEAR = 12
const NATIONS = ['england', 'wales', 'scotland', 'northern-ireland'] as const

/** Meter readings of one month in kWh; a quantity that the home does not have is undefined in all months. */
export const CaseStudyMonth = z.object({
  bought: z.number(),
  exported: z.number().optional(),
  generated: z.number().optional(),
  gas: z.number().optional(),
  /** Electricity that the heat pump used. */
  heatPump: z.number().optional(),
  /** Heat that the heat pump delivered, for rooms and water. */
  heat: z.number().optional(),
})
export type CaseStudyMonth = z.infer<typeof CaseStudyMonth>
export type CaseStudyQuantity = keyof CaseStudyMonth

export const CaseStudy = z.object({
  /** Whether the home is an example that was calculated; the page says so. */
  isInvented: z.boolean(),
  home: z.string(),
  place: z.string(),
  nation: z.enum(NATIONS),
  people: z.number(),
  /** Calendar year of the readings, January to December. */
  year: z.number(),
  before: z.string(),
  measures: z.array(z.object({ name: z.string(), pricePounds: z.number() })),
  grantPounds: z.number(),
  months: z.array(CaseStudyMonth),
})
export type CaseStudy = z.infer<typeof CaseStudy>

const Line = singleLine().min(1, 'Write at least one character').max(200, 'At most 200 characters')
const Kwh = z.number().min(0, 'Must not be negative').max(100_000, 'Must be at most 100,000')
const Pounds = z.number().min(0, 'Must not be negative').max(1_000_000, 'Must be at most 1,000,000')

const MonthInput = z.object({
  bought: Kwh,
  exported: Kwh.optional(),
  generated: Kwh.optional(),
  gas: Kwh.optional(),
  heatPump: Kwh.optional(),
  heat: Kwh.optional(),
})

/** Whether all months have the same quantities. */
const hasSameQuantities = (months: readonly CaseStudyMonth[]): boolean =>
  new Set(months.map((month) => listQuantities(month).join())).size <= 1

const listQuantities = (month: CaseStudyMonth): string[] =>
  Object.entries(month)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .toSorted()

/** A case study as editors submit it. */
export const CaseStudyInput = z.object({
  isInvented: z.boolean(),
  home: Line,
  place: Line,
  nation: z.enum(NATIONS),
  people: z.number().int().min(1, 'At least 1').max(20, 'At most 20'),
  year: z
    .number()
    .int()
    .refine((year) => isCaseStudyYear(year), { error: () => formatCaseStudyYearError() }),
  before: Line,
  measures: z
    .array(z.object({ name: Line, pricePounds: Pounds }))
    .min(1, 'At least one measure')
    .max(10, 'At most 10 measures'),
  grantPounds: Pounds.default(0),
  months: z
    .array(MonthInput)
    .length(MONTHS_PER_YEAR, 'A case study has twelve months')
    .refine(hasSameQuantities, 'All months need the same quantities'),
})
