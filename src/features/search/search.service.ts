/** Search over all public content. */
import type { AllFeatures } from '#platform/contract/feature.ts'
import type { Context } from '#platform/contract/context.ts'
import { makeExcerpt, type SearchExcerpt } from './excerpt.policy.ts'
import type { ScoredConcept } from './ranking/scoring.policy.ts'
import type { SearchAnswer, SearchQuery, SearchResult } from './search.contract.ts'
import { collectSources } from './indexing/search-index.service.ts'
import type { SearchSource } from './search.context.ts'
import * as queries from './search.queries.ts'
import type { TermMemo } from './language/text-analysis.policy.ts'
import { rankDocuments } from './ranking/ranking.service.ts'

export async function findSearchResults(ctx: Context, features: AllFeatures, input: SearchQuery): Promise<SearchAnswer> {
  const { q, kind, category, exact, page, perPage } = input
  const kinds = listEnabledKinds(ctx, features)
  const ranked = await rankDocuments(ctx, q, { kinds, category, isExact: exact !== undefined })
  const counts: Record<string, number> = {}
  for (const one of ranked.documents) counts[one.kind] = (counts[one.kind] ?? 0) + 1
  const wanted = kind === undefined ? ranked.documents : ranked.documents.filter((one) => one.kind === kind)
  const shown = wanted.slice((page - 1) * perPage, page * perPage)
  const nearest = ranked.documents.length === 0 ? await findNearestGuides(ctx, features, q, kinds) : []
  return {
    query: q,
    ...(ranked.corrected === undefined ? {} : { corrected: ranked.corrected }),
    total: wanted.length,
    kinds: counts,
    results: await toResults(
      ctx,
      features,
      shown.map(({ id }) => id),
      ranked.concepts,
    ),
    ...(nearest.length > 0 ? { nearest } : {}),
  }
}

const GUIDE = 'article'
const MAX_NEAREST = 3

/** Ignores the category, and corrects spelling even if `exact` was requested. */
async function findNearestGuides(ctx: Context, features: AllFeatures, q: string, kinds: readonly string[]): Promise<SearchResult[]> {
  if (!kinds.includes(GUIDE)) return []
  const { documents, concepts } = await rankDocuments(ctx, q, { kinds: [GUIDE], isNear: true })
  return toResults(
    ctx,
    features,
    documents.slice(0, MAX_NEAREST).map(({ id }) => id),
    concepts,
  )
}

/** Kinds of documents whose feature is switched on. */
export const listEnabledKinds = ({ site }: Pick<Context, 'site'>, features: AllFeatures): string[] =>
  collectSources(features)
    .filter(({ feature }) => feature === undefined || site.settings.features[feature])
    .map(({ kind }) => kind)

async function toResults(
  ctx: Pick<Context, 'db'>,
  features: AllFeatures,
  ids: readonly number[],
  concepts: readonly ScoredConcept[],
): Promise<SearchResult[]> {
  if (ids.length === 0) return []
  const memo: TermMemo = new Map()
  const sources = new Map(collectSources(features).map((source) => [source.kind, source]))
  const rows = new Map((await queries.listShownDocuments(ctx, ids)).map((row) => [row.id, row]))
  const results: SearchResult[] = []
  for (const id of ids) {
    const row = rows.get(id)
    if (!row) continue
    const { kind, title, url, category, date, ratingAverage, ratingCount } = row
    const found = makeExcerpt(`${row.summary}\n${row.body}`, concepts, memo)
    const partUrl = await findPartUrl(ctx, sources.get(kind), row, found)
    results.push({
      kind,
      title,
      url,
      ...(partUrl === undefined ? {} : { partUrl }),
      ...found,
      ...(category === null ? {} : { category }),
      ...(date === null ? {} : { date }),
      ...(ratingAverage === null || !ratingCount ? {} : { rating: { average: ratingAverage, count: ratingCount } }),
    })
  }
  return results
}

/** Only for matches in the body: the summary is shown at the top of the page. */
async function findPartUrl(
  ctx: Pick<Context, 'db'>,
  source: SearchSource | undefined,
  { subjectId, summary }: { subjectId: number; summary: string },
  { excerpt, matches }: SearchExcerpt,
): Promise<string | undefined> {
  if (!source?.findPart || matches.length === 0) return undefined
  const words = excerpt.replace(/^… | …$/g, '')
  return summary.includes(words) ? undefined : source.findPart(ctx, subjectId, words)
}
