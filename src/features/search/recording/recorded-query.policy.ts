/** Normalises queries for the statistics, so that `Heat pumps` and `heat  pumps` are counted as one. */
import { normalizeText } from '#wording/normalize-text.ts'

const MAX_QUERY_LENGTH = 80

/** Normalises a query. @returns undefined for input that is not counted: empty, too long, or similar to an email address or telephone number */
export function foldQuery(q: string): string | undefined {
  const folded = normalizeText(q, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const isPersonal = folded.includes('@') || /\d(?:[\s-]?\d){6,}/.test(folded)
  return folded === '' || folded.length > MAX_QUERY_LENGTH || isPersonal ? undefined : folded
}
