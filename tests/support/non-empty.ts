/**
 * Returns a list that has at least one element. An assertion in a loop over an empty list never runs, and `every` is true of it.
 * @throws when the list is empty
 */
export function nonEmpty<List extends readonly unknown[]>(list: List): List {
  if (list.length === 0) throw new Error('The list is empty, so no assertion about its elements runs.')
  return list
}
