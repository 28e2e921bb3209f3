/** Which kinds of pages a site's map holds, and how a file of it is called. */
import type { FeatureName } from '#platform/context.ts'

/** Kinds that have a file for every so many rows, each with the switch that it hangs on. */
export const MAP_KINDS = {
  articles: 'articles',
  'expert-articles': 'expertAdvice',
  products: 'products',
  topics: 'forums',
  members: 'userAccounts',
} as const satisfies Record<string, FeatureName>
export type MapKind = keyof typeof MAP_KINDS

export const kindsOf = (features: Record<FeatureName, boolean>): MapKind[] =>
  (Object.keys(MAP_KINDS) as MapKind[]).filter((kind) => features[MAP_KINDS[kind]])

export const MAP = '/sitemap.xml'
export const mapPath = (kind: MapKind | 'pages' | 'categories', file = 1): string => `/sitemaps/${kind}-${file}.xml`

/** `articles-3.xml` → the third file of the articles; undefined for what no file is called. */
export function readMapName(name: string): { kind: MapKind | 'pages' | 'categories'; file: number } | undefined {
  const [, kind = '', number = ''] = /^([a-z-]+)-([1-9]\d{0,5})\.xml$/.exec(name) ?? []
  const isKind = Object.hasOwn(MAP_KINDS, kind)
  if (!isKind && !(number === '1' && (kind === 'pages' || kind === 'categories'))) return undefined
  return { kind: kind as MapKind, file: Number(number) }
}
