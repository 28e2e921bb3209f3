/**
 * Shares a limited number of slots among lists, by turns, so that a long list does not crowd out the others.
 * @returns the beginning of each list, in their order
 */
export function shareSlots<T>(lists: readonly (readonly T[])[], slots: number): T[][] {
  const counts = lists.map(() => 0)
  let free = slots
  for (let turn = 0; free > 0 && lists.some((list) => list.length > turn); turn += 1)
    for (const [index, list] of lists.entries())
      if (free > 0 && list.length > turn) {
        counts[index] = turn + 1
        free -= 1
      }
  return lists.map((list, index) => list.slice(0, counts[index]))
}
