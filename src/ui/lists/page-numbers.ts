/** The page numbers a pager shows: first, last, the current one and its neighbours; null is a gap of two or more. */
export function pageNumbers(page: number, pages: number): Array<number | null> {
  const shown: Array<number | null> = []
  let before = 0
  for (let number = 1; number <= pages; number++) {
    if (number !== 1 && number !== pages && Math.abs(number - page) > 1) continue
    if (number - before === 2) shown.push(number - 1)
    else if (number - before > 2) shown.push(null)
    shown.push(number)
    before = number
  }
  return shown
}
