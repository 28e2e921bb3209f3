/** The one search over everything public. */
import type { AllFeatures } from '#platform/feature.ts'
import type { Context } from '#platform/context.ts'
import { findCandidateIds } from './candidates.service.ts'
import { makeExcerpt } from './excerpt.policy.ts'
import { addNearWords } from './near-words.service.ts'
import { expandQuery } from './query-expansion.service.ts'
import { FEW_RESULTS, LEAST_SHARE, LEAST_TITLED, minimumShare, SHARE_OF_BEST } from './ranking.policy.ts'
import { scoreDocument, weighConcepts, weighPairs, type Corpus, type ScoredConcept } from './scoring.policy.ts'
import type { SearchAnswer, SearchQuery, SearchResult } from './search.contract.ts'
import { collectSources } from './search-index.service.ts'
import { getIndexState } from './search-index.queries.ts'
import * as queries from './search.queries.ts'
import type { TermMemo } from './text-analysis.policy.ts'
import { findPinnedUrls, loadSynonymIndex } from './search-admin.service.ts'

export async function search(ctx: Context, features: AllFeatures, asked: SearchQuery): Promise<SearchAnswer> {
  const { q, kind, category, exact, page, perPage } = asked
  const kinds = openKinds(ctx, features)
  const ranked = await rankDocuments(ctx, q, { kinds, category, isExact: exact !== undefined })
  const counts: Record<string, number> = {}
  for (const one of ranked.documents) counts[one.kind] = (counts[one.kind] ?? 0) + 1
  const wanted = kind === undefined ? ranked.documents : ranked.documents.filter((one) => one.kind === kind)
  const shown = wanted.slice((page - 1) * perPage, page * perPage)
  const nearest = ranked.documents.length === 0 ? await findNearestGuides(ctx, q, kinds) : []
  return {
    query: q,
    ...(ranked.corrected === undefined ? {} : { corrected: ranked.corrected }),
    total: wanted.length,
    kinds: counts,
    results: await toResults(
      ctx,
      shown.map(({ id }) => id),
      ranked.concepts,
    ),
    ...(nearest.length > 0 ? { nearest } : {}),
  }
}

const GUIDE = 'article'
const MAX_NEAREST = 3

/** In every category, and with words put right even where they were meant as they are typed. */
async function findNearestGuides(ctx: Context, q: string, kinds: readonly string[]): Promise<SearchResult[]> {
  if (!kinds.includes(GUIDE)) return []
  const { documents, concepts } = await rankDocuments(ctx, q, { kinds: [GUIDE], isNear: true })
  return toResults(
    ctx,
    documents.slice(0, MAX_NEAREST).map(({ id }) => id),
    concepts,
  )
}

/** Those of things that the site has. */
export const openKinds = ({ site }: Pick<Context, 'site'>, features: AllFeatures): string[] =>
  collectSources(features)
    .filter(({ feature }) => feature === undefined || site.settings.features[feature])
    .map(({ kind }) => kind)

interface Ranked {
  documents: (queries.Candidate & { score: number })[]
  concepts: ScoredConcept[]
  corrected?: string
}

interface RankOptions {
  kinds: readonly string[]
  category?: string | undefined
  isExact?: boolean
  /** Something of a word or a phrase is enough. */
  isNear?: boolean
}

/** The best first. */
export async function rankDocuments(
  ctx: Pick<Context, 'db' | 'site'>,
  query: string,
  { kinds, category, isExact = false, isNear = false }: RankOptions,
): Promise<Ranked> {
  const { concepts, corrected, isQuestion } = await expandQuery(ctx, query, await loadSynonymIndex(ctx), isExact)
  if (concepts.length === 0) return { documents: [], concepts: [] }
  if (isNear) await addNearWords(ctx, concepts)
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
  const best = Math.max(0, ...scored.map(({ share }) => share))
  const most = minimumShare(weighed.length)
  const wanted = (best >= most ? most : best * SHARE_OF_BEST) - 1e-9
  const isFew = scored.filter(({ share }) => share >= wanted).length < FEW_RESULTS
  const least = isFew ? Math.min(wanted, LEAST_SHARE) : wanted
  const documents = scored
    .filter(({ share, titled }) => share > 0 && (share >= least || titled >= LEAST_TITLED))
    .toSorted((a, b) => b.score - a.score || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : b.subjectId - a.subjectId))
  return {
    documents: await putFirst(ctx, pinned, documents, kinds),
    concepts: weighed,
    ...(corrected === undefined ? {} : { corrected }),
  }
}

/** Pinned pages, as far as everybody may see them, whether their words fit or not. */
async function putFirst(
  ctx: Pick<Context, 'db'>,
  urls: readonly string[],
  ranked: Ranked['documents'],
  kinds: readonly string[],
): Promise<Ranked['documents']> {
  if (urls.length === 0) return ranked
  const byUrl = new Map((await queries.listCandidatesByUrl(ctx, urls)).map((one) => [one.url, one]))
  const first = urls.flatMap((url) => byUrl.get(url) ?? []).filter(({ kind }) => kinds.includes(kind))
  return [...first.map((one) => ({ ...one, score: Infinity })), ...ranked.filter(({ url }) => !byUrl.has(url))]
}

const LENGTHS = ['titleLength', 'headingLength', 'summaryLength', 'bodyLength']

async function describeCorpus(ctx: Pick<Context, 'db'>, terms: readonly string[]): Promise<Corpus> {
  const [state, frequencies] = [await getIndexState(ctx), await queries.countDocumentsOfTerms(ctx, terms)]
  const documents = Math.max(1, state.get('documents') ?? 0)
  return { documents, frequencies, averageLengths: LENGTHS.map((key) => (state.get(key) ?? 0) / documents), now: Date.now() }
}

async function toResults(ctx: Pick<Context, 'db'>, ids: readonly number[], concepts: readonly ScoredConcept[]): Promise<SearchResult[]> {
  if (ids.length === 0) return []
  const memo: TermMemo = new Map()
  const rows = new Map((await queries.listShownDocuments(ctx, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const { kind, title, url, category, date, ratingAverage, ratingCount } = row
    return [
      {
        kind,
        title,
        url,
        ...makeExcerpt(`${row.summary}\n${row.body}`, concepts, memo),
        ...(category === null ? {} : { category }),
        ...(date === null ? {} : { date }),
        ...(ratingAverage === null || !ratingCount ? {} : { rating: { average: ratingAverage, count: ratingCount } }),
      },
    ]
  })
}
