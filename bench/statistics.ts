/** Statistics, and the output of metrics with their targets. */

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** @param share from 0 to 1 */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** Prints one line: metric, value, and what it is compared with. */
export function printLine(what: string, value: string, against = ''): void {
  console.log(`${what.padEnd(58)} ${value.padStart(14)}${against ? `   ${against}` : ''}`)
}

export type Limit = { atMost: number } | { atLeast: number }

interface CheckedMetric {
  what: string
  value: string
  target: string
  isMet: boolean
}

const checked: CheckedMetric[] = []

/**
 * Prints a metric that has a target, and adds it to the table at the end.
 * @param digits printed after the decimal point; the unrounded value is compared
 */
export function checkMetric(what: string, value: number, limit: Limit, { digits = 2, unit = '', against = '' } = {}): void {
  const format = (one: number, places?: number) => `${places === undefined ? one : one.toFixed(places)}${unit && ` ${unit}`}`
  const [target, isMet] =
    'atMost' in limit
      ? [`at most ${format(limit.atMost)}`, value <= limit.atMost]
      : [`at least ${format(limit.atLeast)}`, value >= limit.atLeast]
  checked.push({ what, value: format(value, digits), target, isMet })
  printLine(what, format(value, digits), [target, against].filter(Boolean).join('; ') + (isMet ? '' : '   NOT MET'))
}

/** Prints a Markdown table of all metrics with a target. */
export function printTargets(): void {
  if (!checked.length) return
  const rows = [
    ['metric', 'target', 'value', ''],
    ...checked.map((one) => [one.what, one.target, one.value, one.isMet ? 'met' : 'NOT MET']),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  console.log(['\n## Metrics with a target\n', line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n'))
}
