/** Media queries of `breakpoints.css` that scripts and images also use; tests/styles.test.ts compares them. */
export const BELOW_TABLET = '(width < 48rem)'
export const FROM_TABLET = '(width >= 48rem)'
