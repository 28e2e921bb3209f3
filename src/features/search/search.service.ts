/** Searches all public content. */
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
  const countsByKind: Record<string, number> = {}
  for (const document of ranked.documents) countsByKind[document.kind] = (countsByKind[document.kind] ?? 0) + 1
  const documents = kind === undefined ? ranked.documents : ranked.documents.filter((document) => document.kind === kind)
  const shownDocuments = documents.slice((page - 1) * perPage, page * perPage)
  const nearest = ranked.documents.length === 0 ? await findNearestArticles(ctx, features, q, kinds) : []
  return {
    query: q,
    ...(ranked.corrected === undefined ? {} : { corrected: ranked.corrected }),
    total: documents.length,
    kinds: countsByKind,
    results: await toResults(
      ctx,
      features,
      shownDocuments.map(({ id }) => id),
      ranked.concepts,
    ),
    ...(nearest.length > 0 ? { nearest } : {}),
  }
}

const ARTICLE_KIND = 'article'
const MAX_NEAREST_ARTICLES = 3

/** Finds articles that match partly. Ignores the category, and corrects spelling even if `exact` was requested. */
async function findNearestArticles(ctx: Context, features: AllFeatures, q: string, kinds: readonly string[]): Promise<SearchResult[]> {
  if (!kinds.includes(ARTICLE_KIND)) return []
  const { documents, concepts } = await rankDocuments(ctx, q, { kinds: [ARTICLE_KIND], allowsPartialMatches: true })
  return toResults(
    ctx,
    features,
    documents.slice(0, MAX_NEAREST_ARTICLES).map(({ id }) => id),
    concepts,
  )
}

/** Lists the kinds of documents whose feature is enabled. */
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
  const shownSentences = new Set<string>()
  const sources = new Map(collectSources(features).map((source) => [source.kind, source]))
  const rows = new Map((await queries.listShownDocuments(ctx, ids)).map((row) => [row.id, row]))
  const results: SearchResult[] = []
  for (const id of ids) {
    const row = rows.get(id)
    if (!row) continue
    const { kind, title, url, category, date, ratingAverage, ratingCount, isDemo } = row
    const searchExcerpt = makeExcerpt(`${row.summary}\n${row.body}`, concepts, memo, shownSentences)
    const partUrl = await findPartUrl(ctx, sources.get(kind), row, searchExcerpt)
    results.push({
      kind,
      title,
      url,
      ...(partUrl === undefined ? {} : { partUrl }),
      ...searchExcerpt,
      ...(category === null ? {} : { category }),
      ...(date === null ? {} : { date }),
      ...(ratingAverage === null || !ratingCount ? {} : { rating: { average: ratingAverage, count: ratingCount } }),
      ...(isDemo ? { isDemo } : {}),
    })
  }
  return results
}

/**
 * Returns the URL of the part of the page that contains the excerpt, such as a reply. Undefined for a match in the summary, which is at the
 * top of the page anyway.
 */
async function findPartUrl(
  ctx: Pick<Context, 'db'>,
  source: SearchSource | undefined,
  { subjectId, summary }: { subjectId: number; summary: string },
  { excerpt, matches }: SearchExcerpt,
): Promise<string | undefined> {
  if (!source?.findPart || matches.length === 0) return undefined
  const excerptText = excerpt.replace(/^… | …$/g, '')
  return summary.includes(excerptText) ? undefined : source.findPart(ctx, subjectId, excerptText)
}
