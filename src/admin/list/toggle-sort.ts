/** The date column toggles between newest and oldest; other columns are returned as chosen. */
export const toggleSort = (chosen: string, current: string): string =>
  chosen === 'newest' && current === 'newest' ? 'oldest' : chosen === 'oldest' ? 'newest' : chosen
