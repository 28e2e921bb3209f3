/** Lists the page numbers of a pager: first, last, current and its neighbours; `null` is a gap of two or more pages. */
export function pageNumbers(page: number, pages: number): Array<number | null> {
  const shown: Array<number | null> = []
  let previous = 0
  for (let number = 1; number <= pages; number++) {
    if (number !== 1 && number !== pages && Math.abs(number - page) > 1) continue
    if (number - previous === 2) shown.push(number - 1)
    else if (number - previous > 2) shown.push(null)
    shown.push(number)
    previous = number
  }
  return shown
}
