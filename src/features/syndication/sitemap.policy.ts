/** The kinds of pages in a sitemap, and its file names. */
import { PAGES, type PagePath, type SitemapKind } from '#features/pages/page-table.policy.ts'
import type { FeatureName } from '#platform/contract/context.ts'

/** A page with one URL per item of a kind. */
interface ItemPage {
  kind: SitemapKind
  path: PagePath
  feature: FeatureName | undefined
}
const ITEM_PAGES: ItemPage[] = PAGES.flatMap(({ path, feature, sitemap }) =>
  sitemap && 'each' in sitemap && sitemap.each !== 'category' ? [{ kind: sitemap.each, path, feature }] : [],
)

/** Kinds whose items are split into several files, in the order of the page table. */
export const sitemapKindsOf = (features: Record<FeatureName, boolean>): SitemapKind[] =>
  ITEM_PAGES.filter(({ feature }) => !feature || features[feature]).map(({ kind }) => kind)

export const getSitemapPagePath = (kind: SitemapKind): PagePath => (ITEM_PAGES.find((page) => page.kind === kind) as ItemPage).path

export const SITEMAP_PATH = '/sitemap.xml'
export const sitemapFilePath = (kind: SitemapKind | 'pages' | 'categories', file = 1): string => `/sitemaps/${kind}-${file}.xml`

/** `articles-3.xml` → the third file of articles; undefined for an invalid name. */
export function parseSitemapFileName(name: string): { kind: SitemapKind | 'pages' | 'categories'; file: number } | undefined {
  const [, kind = '', number = ''] = /^([a-z-]+)-([1-9]\d{0,5})\.xml$/.exec(name) ?? []
  const isKind = ITEM_PAGES.some((page) => page.kind === kind)
  if (!isKind && !(number === '1' && (kind === 'pages' || kind === 'categories'))) return undefined
  return { kind: kind as SitemapKind, file: Number(number) }
}
