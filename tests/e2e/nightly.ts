/** What a test is given so that only the night runs it: the same in the other theme, at the other width. */
export const NIGHTLY = { tag: '@nightly' }

/** @param isDaily whether this one of several is looked at by day; take them in turn, so that the days see some of each */
export const nightlyUnless = (isDaily: boolean): { tag?: string } => (isDaily ? {} : NIGHTLY)
