import { TITLE_LENGTH } from '#site/page-title.ts'

/** Page title with all names or, if that is too long, with the first name and a count. */
export function formatCompareTitle([first = '', ...others]: string[]): string {
  const all = `Compare ${joinNames([first, ...others])}`
  return all.length <= TITLE_LENGTH ? all : `Compare ${joinNames([first, `${others.length} others`])}`
}

/** `a`, `a and b`, `a, b and c`. */
export const joinNames = (names: string[]): string => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
