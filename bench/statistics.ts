/** Small statistics, how a line of figures is printed, and the table of what has a limit. */

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** One line: what, the figure, and what it is measured against. */
export function formatLine(what: string, figure: string, against = ''): void {
  console.log(`${what.padEnd(58)} ${figure.padStart(14)}${against ? `   ${against}` : ''}`)
}

export type Limit = { atMost: number } | { atLeast: number }

interface Judged {
  what: string
  figure: string
  wanted: string
  isMet: boolean
}

const judged: Judged[] = []

/**
 * One line for a figure that has a limit; it comes again in the table at the end.
 * @param digits after the point, as it is printed; it is held against the limit as it is
 */
export function judgeFigure(what: string, value: number, limit: Limit, { digits = 2, unit = '', against = '' } = {}): void {
  const say = (one: number, places?: number) => `${places === undefined ? one : one.toFixed(places)}${unit && ` ${unit}`}`
  const [wanted, isMet] =
    'atMost' in limit ? [`at most ${say(limit.atMost)}`, value <= limit.atMost] : [`at least ${say(limit.atLeast)}`, value >= limit.atLeast]
  judged.push({ what, figure: say(value, digits), wanted, isMet })
  formatLine(what, say(value, digits), [wanted, against].filter(Boolean).join('; ') + (isMet ? '' : '   NOT MET'))
}

/** All figures with a limit, of all parts that ran, in Markdown. */
export function printJudged(): void {
  if (!judged.length) return
  const rows = [['measure', 'wanted', 'now', ''], ...judged.map((one) => [one.what, one.wanted, one.figure, one.isMet ? 'met' : 'NOT MET'])]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  console.log(['\n## All figures with a limit\n', line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n'))
}
