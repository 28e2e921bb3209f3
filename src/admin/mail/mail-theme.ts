/** Forces the email into a theme, regardless of the browser's own. */
export const forceMailTheme = (html: string, theme: 'light' | 'dark'): string =>
  html
    .replace('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all')
    .replace('color-scheme:light dark', `color-scheme:${theme}`)
