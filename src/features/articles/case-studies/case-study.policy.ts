/** Calculates yearly totals of case studies. */
import type { CaseStudy, CaseStudyMonth, CaseStudyQuantity } from './case-study.contract.ts'

/** Order of the quantities in tables. */
const CASE_STUDY_QUANTITIES = ['generated', 'exported', 'bought', 'gas', 'heatPump', 'heat'] as const satisfies readonly CaseStudyQuantity[]

export const CASE_STUDY_QUANTITY_LABELS: Record<CaseStudyQuantity, string> = {
  generated: 'Generated',
  exported: 'Exported',
  bought: 'Bought',
  gas: 'Gas',
  heatPump: 'Heat pump used',
  heat: 'Heat delivered',
}

/** Returns the quantities that the case study has, in the order of tables. */
export const listCaseStudyQuantities = ({ months }: Pick<CaseStudy, 'months'>): CaseStudyQuantity[] =>
  CASE_STUDY_QUANTITIES.filter((quantity) => months[0]?.[quantity] !== undefined)

/** Returns the kWh of a year; 0 for a quantity that the case study does not have. */
export const sumCaseStudyMonths = (months: readonly CaseStudyMonth[], quantity: CaseStudyQuantity): number =>
  months.reduce((sum, month) => sum + (month[quantity] ?? 0), 0)

/** Returns the price of all measures after the grant, in pounds. */
export const calculateCaseStudyCost = ({ measures, grantPounds }: Pick<CaseStudy, 'measures' | 'grantPounds'>): number =>
  measures.reduce((sum, { pricePounds }) => sum + pricePounds, 0) - grantPounds

/** Returns heat ÷ electricity of the heat pump over the year; undefined without a heat pump. */
export function calculateSeasonalEfficiency({ months }: Pick<CaseStudy, 'months'>): number | undefined {
  const electricity = sumCaseStudyMonths(months, 'heatPump')
  return electricity > 0 ? sumCaseStudyMonths(months, 'heat') / electricity : undefined
}
