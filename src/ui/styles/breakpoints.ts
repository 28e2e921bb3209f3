/** Widths of `breakpoints.css` that scripts and pictures name as well; tests/styles.test.ts compares them. */
export const BELOW_TABLET = '(width < 48rem)'
export const FROM_TABLET = '(width >= 48rem)'
