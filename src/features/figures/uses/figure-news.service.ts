/** Describes the most recently added reference values for feeds. */
import type { Context } from '#platform/contract/context.ts'
import { formatPeriod } from '#wording/periods.ts'
import { formatReferenceValue, formatReferenceRange } from '#features/figures/texts/figure-format.policy.ts'
import { listReferenceValueChanges, type ReferenceValueChange } from '#features/figures/figure.queries.ts'

export interface ReferenceValueNews {
  id: number
  key: string
  title: string
  text: string
  at: string
}

export async function listReferenceValueNews(ctx: Context, limit: number): Promise<ReferenceValueNews[]> {
  const { language } = ctx.site.settings
  return (await listReferenceValueChanges(ctx, limit)).map((row) => ({
    id: row.id,
    key: row.key,
    title: `${row.label}: ${describeValue(row, language)}`,
    text: describeChange(row, language),
    at: row.createdAt,
  }))
}

function describeValue({ value, low, high, unit, certainty }: ReferenceValueChange, language: string): string {
  if (value === null) return 'not known yet'
  const printed = formatReferenceValue(value, unit, { isLong: true, language })
  const range = low !== null && high !== null && low !== high ? ` (${formatReferenceRange(low, high, unit, { language })})` : ''
  return `${printed}${range}${certainty === 'C' ? ', not confirmed' : ''}`
}

const describeChange = (row: ReferenceValueChange, language: string): string =>
  [
    `${row.label}, ${formatPeriod(row.from, row.to, language)}: ${describeValue(row, language)}.`,
    row.note,
    `Source: ${row.source_title}, ${row.source_publisher} (${row.source_url}).`,
  ]
    .filter(Boolean)
    .join('\n\n')
