const outline = 'l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L'

/** Returns the SVG path of the stars from index `from` (inclusive) to `to` (exclusive) of a row, each 20 × 20 units. */
export function starPaths(from: number, to: number): string {
  let row = ''
  for (let star = from; star < to; star++) {
    const x = star * 20
    row += `M${x + 10} 1.6${outline}${x + 1.5} 7.8l5.9-.8Z`
  }
  return row
}
