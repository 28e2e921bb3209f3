/** Which kinds of pages a site's map holds, and how a file of it is called. */
import { PAGES, type PagePath, type SitemapKind } from '#features/pages/page-table.policy.ts'
import type { FeatureName } from '#platform/contract/context.ts'

/** A page of which there is one for each thing of a kind. */
interface ThingPage {
  kind: SitemapKind
  path: PagePath
  feature: FeatureName | undefined
}
const THING_PAGES: ThingPage[] = PAGES.flatMap(({ path, feature, sitemap }) =>
  sitemap && 'each' in sitemap && sitemap.each !== 'category' ? [{ kind: sitemap.each, path, feature }] : [],
)

/** Kinds that have a file for every so many rows, in the order of the table of pages. */
export const sitemapKindsOf = (features: Record<FeatureName, boolean>): SitemapKind[] =>
  THING_PAGES.filter(({ feature }) => !feature || features[feature]).map(({ kind }) => kind)

/** The page of a thing of this kind. */
export const getSitemapPagePath = (kind: SitemapKind): PagePath => (THING_PAGES.find((one) => one.kind === kind) as ThingPage).path

export const SITEMAP_PATH = '/sitemap.xml'
export const sitemapFilePath = (kind: SitemapKind | 'pages' | 'categories', file = 1): string => `/sitemaps/${kind}-${file}.xml`

/** `articles-3.xml` → the third file of the articles; undefined for what no file is called. */
export function parseSitemapFileName(name: string): { kind: SitemapKind | 'pages' | 'categories'; file: number } | undefined {
  const [, kind = '', number = ''] = /^([a-z-]+)-([1-9]\d{0,5})\.xml$/.exec(name) ?? []
  const isKind = THING_PAGES.some((one) => one.kind === kind)
  if (!isKind && !(number === '1' && (kind === 'pages' || kind === 'categories'))) return undefined
  return { kind: kind as SitemapKind, file: Number(number) }
}
