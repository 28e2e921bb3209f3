/**
 * Asserts that a list has an element, and returns it. In a loop over an empty list, no assertion would run, and `every` would return true.
 * @throws Error if the list is empty
 */
export function nonEmpty<List extends readonly unknown[]>(list: List): List {
  if (list.length === 0) throw new Error('The list is empty, so no assertion about its elements runs.')
  return list
}
