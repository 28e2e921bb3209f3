/** Computes statistics, and prints metrics with their targets. */

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Returns the value below which this share of the values lies. @param share from 0 to 1 */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** Prints a line with a metric, its value, and what it is compared with. */
export function printLine(label: string, value: string, against = ''): void {
  console.log(`${label.padEnd(58)} ${value.padStart(14)}${against ? `   ${against}` : ''}`)
}

export type Limit = { atMost: number } | { atLeast: number }

interface CheckedMetric {
  label: string
  value: string
  target: string
  isMet: boolean
}

const checkedMetrics: CheckedMetric[] = []

/**
 * Prints a metric that has a target, and adds it to the table at the end.
 * @param digits number of printed digits after the decimal point; the unrounded value is compared with the limit
 */
export function checkMetric(label: string, value: number, limit: Limit, { digits = 2, unit = '', against = '' } = {}): void {
  const formatValue = (number: number, digitCount?: number) =>
    `${digitCount === undefined ? number : number.toFixed(digitCount)}${unit && ` ${unit}`}`
  const [target, isMet] =
    'atMost' in limit
      ? [`at most ${formatValue(limit.atMost)}`, value <= limit.atMost]
      : [`at least ${formatValue(limit.atLeast)}`, value >= limit.atLeast]
  checkedMetrics.push({ label, value: formatValue(value, digits), target, isMet })
  printLine(label, formatValue(value, digits), [target, against].filter(Boolean).join('; ') + (isMet ? '' : '   NOT MET'))
}

/** Prints a Markdown table of all metrics with a target. */
export function printTargets(): void {
  if (!checkedMetrics.length) return
  const rows = [
    ['metric', 'target', 'value', ''],
    ...checkedMetrics.map((metric) => [metric.label, metric.target, metric.value, metric.isMet ? 'met' : 'NOT MET']),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const formatRow = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [headRow = [], ...body] = rows
  console.log(
    ['\n## Metrics with a target\n', formatRow(headRow), formatRow(widths.map((width) => '-'.repeat(width))), ...body.map(formatRow)].join(
      '\n',
    ),
  )
}
