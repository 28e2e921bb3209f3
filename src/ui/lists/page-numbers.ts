/**
 * Lists the page numbers (1-based) of a pager: the first, the last, and the current page with its neighbours. `null` marks a gap of
 * two or more pages.
 */
export function listPageNumbers(page: number, pageCount: number): Array<number | null> {
  const pagerItems: Array<number | null> = []
  let lastListed = 0
  for (let number = 1; number <= pageCount; number++) {
    if (number !== 1 && number !== pageCount && Math.abs(number - page) > 1) continue
    if (number - lastListed === 2) pagerItems.push(number - 1)
    else if (number - lastListed > 2) pagerItems.push(null)
    pagerItems.push(number)
    lastListed = number
  }
  return pagerItems
}
