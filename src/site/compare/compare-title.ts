import { MAX_TITLE_LENGTH } from '#site/page-title.ts'

/** Returns a page title with all names or, if that is too long, with the first name and the number of others. */
export function formatCompareTitle([first = '', ...others]: string[]): string {
  const fullTitle = `Compare ${joinNames([first, ...others])}`
  return fullTitle.length <= MAX_TITLE_LENGTH ? fullTitle : `Compare ${joinNames([first, `${others.length} others`])}`
}

/** Returns `a`, `a and b` or `a, b and c`. */
export const joinNames = (names: string[]): string => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
