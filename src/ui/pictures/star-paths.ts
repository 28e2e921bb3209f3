const outline = 'l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L'

/** Returns the SVG path of the stars from index `start` (inclusive) to `end` (exclusive) of a row; each star is 20 × 20 units large. */
export function createStarPaths(start: number, end: number): string {
  let path = ''
  for (let star = start; star < end; star++) {
    const x = star * 20
    path += `M${x + 10} 1.6${outline}${x + 1.5} 7.8l5.9-.8Z`
  }
  return path
}
