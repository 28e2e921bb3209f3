/** As a program would show it whose theme is this one, whatever the theme of this browser. */
export const inMailTheme = (html: string, theme: 'light' | 'dark'): string =>
  html
    .replace('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all')
    .replace('color-scheme:light dark', `color-scheme:${theme}`)
