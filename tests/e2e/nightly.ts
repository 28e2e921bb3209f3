/** Tag of nightly tests, such as a second theme or width. */
export const NIGHTLY = { tag: '@nightly' }

/** @param isDaily whether this variant is also in the daily run; alternate it among variants, so that the daily run covers some of each */
export const nightlyUnless = (isDaily: boolean): { tag?: string } => (isDaily ? {} : NIGHTLY)
