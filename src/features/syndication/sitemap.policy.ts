/** Defines the kinds of pages in a sitemap, and its file names. */
import { PAGES, type PagePath, type SitemapKind } from '#features/pages/page-table.policy.ts'
import type { FeatureName } from '#platform/contract/context.ts'

/** A page that has one URL for each item, such as `/articles/:slug`. */
interface ItemPage {
  kind: SitemapKind
  path: PagePath
  feature: FeatureName | undefined
}
const ITEM_PAGES: ItemPage[] = PAGES.flatMap(({ path, feature, sitemap }) =>
  sitemap && 'each' in sitemap && sitemap.each !== 'category' ? [{ kind: sitemap.each, path, feature }] : [],
)

/** Lists the kinds of items in the sitemap whose feature is enabled, in the order of the page table. */
export const listEnabledSitemapKinds = (features: Record<FeatureName, boolean>): SitemapKind[] =>
  ITEM_PAGES.filter(({ feature }) => !feature || features[feature]).map(({ kind }) => kind)

export const getSitemapPagePath = (kind: SitemapKind): PagePath => (ITEM_PAGES.find((page) => page.kind === kind) as ItemPage).path

export const SITEMAP_PATH = '/sitemap.xml'
export const sitemapFilePath = (kind: SitemapKind | 'pages' | 'categories', fileNumber = 1): string => `/sitemaps/${kind}-${fileNumber}.xml`

/** Parses a file name: `articles-3.xml` is the third file of articles. Returns undefined for an invalid name. */
export function parseSitemapFileName(name: string): { kind: SitemapKind | 'pages' | 'categories'; fileNumber: number } | undefined {
  const [, kind = '', number = ''] = /^([a-z-]+)-([1-9]\d{0,5})\.xml$/.exec(name) ?? []
  const isKind = ITEM_PAGES.some((page) => page.kind === kind)
  if (!isKind && !(number === '1' && (kind === 'pages' || kind === 'categories'))) return undefined
  return { kind: kind as SitemapKind, fileNumber: Number(number) }
}
