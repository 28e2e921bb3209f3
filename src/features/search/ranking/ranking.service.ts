/** Ranks the documents that match a query. */
import type { Context } from '#platform/contract/context.ts'
import { findCandidateIds } from './candidates.service.ts'
import { addPartialMatches } from '#features/search/query/near-words.service.ts'
import { expandQuery } from '#features/search/query/query-expansion.service.ts'
import { MIN_RESULTS, MIN_FALLBACK_SHARE, MIN_TITLE_SHARE, getMinimumShare, MIN_SHARE_OF_BEST } from './ranking.policy.ts'
import { scoreDocument, weighConcepts, weighPairs, type CorpusStatistics, type ScoredConcept } from './scoring.policy.ts'
import { getIndexState } from '#features/search/indexing/search-index.queries.ts'
import * as queries from '#features/search/search.queries.ts'
import { findPinnedUrls, loadSynonymIndex } from '#features/search/administration/search-admin.service.ts'

interface Ranking {
  documents: (queries.SearchCandidate & { score: number })[]
  concepts: ScoredConcept[]
  corrected?: string
}

interface RankOptions {
  kinds: readonly string[]
  category?: string | undefined
  isExact?: boolean
  /** Whether parts of a word or a phrase are enough for a match. */
  allowsPartialMatches?: boolean
}

/** Returns the pinned pages followed by the matching documents, best match first; none if the query has no words. */
export async function rankDocuments(
  ctx: Pick<Context, 'db' | 'site'>,
  query: string,
  { kinds, category, isExact = false, allowsPartialMatches = false }: RankOptions,
): Promise<Ranking> {
  const { concepts, corrected, isQuestion } = await expandQuery(ctx, query, await loadSynonymIndex(ctx), isExact)
  if (concepts.length === 0) return { documents: [], concepts: [] }
  if (allowsPartialMatches) await addPartialMatches(ctx, concepts)
  const corpus = await describeCorpus(ctx, [
    ...new Set(concepts.flatMap(({ term, alternatives }) => [term, ...alternatives.flatMap(({ terms }) => terms)])),
  ])
  const weighed = weighConcepts(concepts, corpus)
  const pinned = await findPinnedUrls(ctx, query)
  const candidates = await queries.listCandidates(ctx, await findCandidateIds(ctx, weighed, { kinds, category }))
  const pairs = weighPairs(candidates, weighed, corpus)
  const scored = candidates
    .filter(({ kind }) => kinds.includes(kind))
    .map((candidate) => ({ ...candidate, ...scoreDocument(candidate, weighed, { corpus, pairs, isQuestion }) }))
  const bestShare = Math.max(0, ...scored.map(({ share }) => share))
  const requiredShare = getMinimumShare(weighed.length)
  const threshold = (bestShare >= requiredShare ? requiredShare : bestShare * MIN_SHARE_OF_BEST) - 1e-9
  const hasTooFewResults = scored.filter(({ share }) => share >= threshold).length < MIN_RESULTS
  const effectiveThreshold = hasTooFewResults ? Math.min(threshold, MIN_FALLBACK_SHARE) : threshold
  const documents = scored
    .filter(({ share, titleShare }) => share > 0 && (share >= effectiveThreshold || titleShare >= MIN_TITLE_SHARE))
    .toSorted((a, b) => b.score - a.score || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : b.subjectId - a.subjectId))
  return {
    documents: await putPinnedFirst(ctx, pinned, documents, kinds),
    concepts: weighed,
    ...(corrected === undefined ? {} : { corrected }),
  }
}

/** Puts the pinned pages of these kinds first, whether or not they match the query. */
async function putPinnedFirst(
  ctx: Pick<Context, 'db'>,
  urls: readonly string[],
  ranked: Ranking['documents'],
  kinds: readonly string[],
): Promise<Ranking['documents']> {
  if (urls.length === 0) return ranked
  const byUrl = new Map((await queries.listCandidatesByUrl(ctx, urls)).map((candidate) => [candidate.url, candidate]))
  const pinnedDocuments = urls.flatMap((url) => byUrl.get(url) ?? []).filter(({ kind }) => kinds.includes(kind))
  return [...pinnedDocuments.map((candidate) => ({ ...candidate, score: Infinity })), ...ranked.filter(({ url }) => !byUrl.has(url))]
}

const LENGTH_KEYS = ['titleLength', 'headingLength', 'summaryLength', 'bodyLength']

async function describeCorpus(ctx: Pick<Context, 'db'>, terms: readonly string[]): Promise<CorpusStatistics> {
  const [state, frequencies] = [await getIndexState(ctx), await queries.countDocumentsOfTerms(ctx, terms)]
  const documents = Math.max(1, state.get('documents') ?? 0)
  return { documents, frequencies, averageLengths: LENGTH_KEYS.map((key) => (state.get(key) ?? 0) / documents), now: Date.now() }
}
