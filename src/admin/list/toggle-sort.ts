/** The heading of the dates turns their order round; any other chosen order stays what it is. */
export const toggleSort = (chosen: string, now: string): string =>
  chosen === 'newest' && now === 'newest' ? 'oldest' : chosen === 'oldest' ? 'newest' : chosen
