/** Fixture for search tests: an index of a few documents from fake sources. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AllFeatures } from '#platform/contract/feature.ts'
import type { Context } from '#platform/contract/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { rankDocuments } from '#features/search/ranking/ranking.service.ts'
import type { SearchDocument, SearchSource } from '#features/search/search.context.ts'
import { indexChanges } from '#features/search/indexing/search-index.service.ts'

let sites: TestSites
export let ctx: Context
const TABLES = [
  'search_documents',
  'search_words',
  'search_state',
  'search_changes',
  'search_pins',
  'search_counts',
  'search_clicks',
] as const

export type Texts = Partial<SearchDocument> & { kind?: string; title: string }
export const indexDocuments = new Map<string, SearchDocument[]>()
export const sourceOf = (kind: string): SearchSource => ({
  kind,
  label: kind,
  find: async (_ctx, ids) => (indexDocuments.get(kind) ?? []).filter(({ id }) => ids.includes(id)),
  listIds: async (_ctx, after, limit) => (indexDocuments.get(kind) ?? []).flatMap(({ id }) => (id > after ? [id] : [])).slice(0, limit),
})
const SOURCES: SearchSource[] = [sourceOf('expert'), sourceOf('article'), { ...sourceOf('topic'), feature: 'forums' }]
export const KINDS = ['expert', 'article', 'topic']
export const features: AllFeatures = () => [{ name: 'small', dependsOn: [], search: SOURCES }]

/** Replaces the indexed documents. The default kind is `expert`, whose ranking weight is neutral. */
export async function fill(documents: readonly Texts[]): Promise<void> {
  indexDocuments.clear()
  for (const [index, { kind = 'expert', ...texts }] of documents.entries()) {
    const id = texts.id ?? index + 1
    indexDocuments.set(kind, [...(indexDocuments.get(kind) ?? []), { id, url: `/${kind}/${id}`, body: '', ...texts }])
    await ctx.db.insertInto('search_changes').values({ kind, subject_id: id }).execute()
  }
  await indexChanges(ctx, SOURCES)
}
export const rank = async (query: string, more: Partial<Parameters<typeof rankDocuments>[2]> = {}) =>
  (await rankDocuments(ctx, query, { kinds: KINDS, ...more })).documents.map(({ title }) => title)
export const TREES = ['elm', 'fir', 'oak', 'yew', 'ash', 'bay']
export const searchInput = (q: string, more: object = {}) => ({ q, page: 1, perPage: 20, ...more })

/** Registers the fixture's hooks in the calling test file. */
export function useSmallIndex(): void {
  beforeAll(async () => {
    sites = await openTestSites({ content: 'empty' })
    ctx = { db: sites.main.db, site: sites.main, viewer: null, log: { info() {}, warn() {}, error() {} } }
  })
  afterAll(() => sites.close())
  beforeEach(async () => {
    for (const table of TABLES) await ctx.db.deleteFrom(table).execute()
  })
}
