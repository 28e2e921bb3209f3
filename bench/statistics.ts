/** Small statistics, and how a line of figures is printed. */

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
