/** Returns the email's HTML with one theme forced, whatever theme the browser prefers. */
export const forceMailTheme = (html: string, theme: 'light' | 'dark'): string =>
  html
    .replace('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all')
    .replace('color-scheme:light dark', `color-scheme:${theme}`)
