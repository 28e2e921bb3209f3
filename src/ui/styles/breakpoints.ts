/** Media queries of `breakpoints.css` that scripts and images also use. tests/styles.test.ts checks that both files agree. */
export const BELOW_TABLET = '(width < 48rem)'
export const FROM_TABLET = '(width >= 48rem)'
