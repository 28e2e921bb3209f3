/** The one search over everything public. */
import type { AllFeatures } from '#platform/feature.ts'
import type { Context } from '#platform/context.ts'
import { makeExcerpt } from './excerpt.policy.ts'
import type { ScoredConcept } from './scoring.policy.ts'
import type { SearchAnswer, SearchQuery, SearchResult } from './search.contract.ts'
import { collectSources } from './search-index.service.ts'
import * as queries from './search.queries.ts'
import type { TermMemo } from './text-analysis.policy.ts'
import { rankDocuments } from './ranking.service.ts'

export async function findSearchResults(ctx: Context, features: AllFeatures, asked: SearchQuery): Promise<SearchAnswer> {
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
