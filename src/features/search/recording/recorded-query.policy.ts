/** As which words a search is counted, so that `Heat pumps` and `heat  pumps` are one. */
import { normalizeText } from '#wording/normalize-text.ts'

const MAX_LENGTH = 80

/** @returns undefined for what is not counted: nothing, a text, and what looks like somebody's address or number */
export function foldQuery(q: string): string | undefined {
  const folded = normalizeText(q, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const isPersonal = folded.includes('@') || /\d(?:[\s-]?\d){6,}/.test(folded)
  return folded === '' || folded.length > MAX_LENGTH || isPersonal ? undefined : folded
}
