/** Describes the latest changes of reference values, for feeds. */
import type { Context } from '#platform/contract/context.ts'
import { formatPeriod } from '#wording/periods.ts'
import { formatFigure, formatFigureRange } from '#features/figures/texts/figure-format.policy.ts'
import { listFigureChanges, type FigureChange } from '#features/figures/figure.queries.ts'

export interface FigureNews {
  id: number
  key: string
  title: string
  text: string
  at: string
}

export async function listFigureNews(ctx: Context, limit: number): Promise<FigureNews[]> {
  const { language } = ctx.site.settings
  return (await listFigureChanges(ctx, limit)).map((row) => ({
    id: row.id,
    key: row.key,
    title: `${row.label}: ${describeValue(row, language)}`,
    text: describeChange(row, language),
    at: row.createdAt,
  }))
}

function describeValue({ value, low, high, unit, certainty }: FigureChange, language: string): string {
  if (value === null) return 'not known yet'
  const printed = formatFigure(value, unit, { isLong: true, language })
  const range = low !== null && high !== null && low !== high ? ` (${formatFigureRange(low, high, unit, { language })})` : ''
  return `${printed}${range}${certainty === 'C' ? ', not confirmed' : ''}`
}

const describeChange = (row: FigureChange, language: string): string =>
  [
    `${row.label}, ${formatPeriod(row.from, row.to, language)}: ${describeValue(row, language)}.`,
    row.note,
    `Source: ${row.source_title}, ${row.source_publisher} (${row.source_url}).`,
  ]
    .filter(Boolean)
    .join('\n\n')
