/**
 * Returns the sort order after a click on a column header: the date column toggles between newest and oldest first,
 * any other column gets its own order.
 */
export const toggleDateSort = (chosenSort: string, currentSort: string): string =>
  chosenSort === 'newest' && currentSort === 'newest' ? 'oldest' : chosenSort === 'oldest' ? 'newest' : chosenSort
