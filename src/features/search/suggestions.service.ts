/** Suggests titles that contain all words of an unfinished query, of which the last may be a prefix; if there are none, search results. */
import { findDocumentIds, type TermCondition } from '#db/search/full-text.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import type { Context } from '#platform/contract/context.ts'
import { toTitleTerm } from './ranking/document-terms.policy.ts'
import { computeBaseScore } from './ranking/ranking.policy.ts'
import type { SearchSuggestion } from './search.contract.ts'
import { listEnabledKinds } from './search.service.ts'
import { rankDocuments } from './ranking/ranking.service.ts'
import * as queries from './search.queries.ts'
import { foldWord, tokenize } from './language/text-analysis.policy.ts'

const MAX_SUGGESTIONS = 8
const MIN_INPUT_LENGTH = 2
const MAX_TITLES = 200

export async function suggest(ctx: Context, features: AllFeatures, q: string): Promise<{ suggestions: SearchSuggestion[] }> {
  const kinds = listEnabledKinds(ctx, features)
  if (foldWord(q).length < MIN_INPUT_LENGTH) return { suggestions: [] }
  const byTitle = await findByTitle(ctx, q, kinds)
  const documents = byTitle.length > 0 ? byTitle : (await rankDocuments(ctx, q, { kinds })).documents
  const suggestions = documents.slice(0, MAX_SUGGESTIONS).map(({ kind, title, url, isDemo }): SearchSuggestion => ({
    kind,
    title,
    url,
    ...(isDemo ? { isDemo: true } : {}),
  }))
  return { suggestions }
}

async function findByTitle(ctx: Pick<Context, 'db'>, q: string, kinds: readonly string[]): Promise<queries.SearchCandidate[]> {
  const tokens = tokenize(q).filter(({ isJoined }) => !isJoined)
  const isUnfinished = /[\p{L}\p{N}]$/u.test(q)
  const conditions = tokens.map(({ word, term }, index): TermCondition => {
    const isLast = isUnfinished && index === tokens.length - 1
    return { any: [{ word: toTitleTerm(word), isPrefix: isLast }, { word: toTitleTerm(term) }] }
  })
  if (conditions.length === 0) return []
  const rows = await queries.listCandidates(ctx, await findDocumentIds(ctx.db, { all: conditions }, MAX_TITLES))
  const now = Date.now()
  const foldedInput = tokens.map(({ word }) => word).join(' ')
  return rows
    .filter(({ kind }) => kinds.includes(kind))
    .map((row) => {
      const title = tokenize(row.title)
        .filter(({ isJoined }) => !isJoined)
        .map(({ word }) => word)
        .join(' ')
      // Ranks titles that begin with the input first, then titles that contain it; shorter titles before longer ones.
      const match = title.startsWith(foldedInput) ? 3 : title.includes(` ${foldedInput}`) ? 2 : 1
      return { row, score: (match + 1 / Math.max(1, title.length)) * computeBaseScore(row, now) }
    })
    .toSorted((a, b) => b.score - a.score || (a.row.url < b.row.url ? -1 : 1))
    .map(({ row }) => row)
}
