/**
 * Returns the list, asserting that it has an element: in a loop over an empty list no assertion runs, and `every` returns true.
 * @throws Error when the list is empty
 */
export function nonEmpty<List extends readonly unknown[]>(list: List): List {
  if (list.length === 0) throw new Error('The list is empty, so no assertion about its elements runs.')
  return list
}
