/** The site's map for crawlers (sitemaps.org 0.9): one index, and files by kind. Only what everybody can see, and when it last changed. */
import type { Context } from '#platform/context.ts'
import { notFound } from '#platform/errors.ts'
import { pageAddress } from './page-address.policy.ts'
import { kindsOf, mapPath, readMapName, type MapKind } from './sitemap.policy.ts'
import * as queries from './sitemap.queries.ts'
import { around, element, xmlDocument } from './xml.ts'

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** @param origin where this very site answers: `https://example.org` */
export async function writeIndex(ctx: Context, origin: string): Promise<string> {
  const files: [string, string | undefined][] = []
  let newest: string | undefined
  for (const kind of kindsOf(ctx.site.settings.features)) {
    for await (const { file, at } of queries.filesOf(ctx, kind)) {
      files.push([mapPath(kind, file), at ?? undefined])
      newest = latest(newest, at)
    }
  }
  const all = [[mapPath('pages'), newest] as const, [mapPath('categories'), newest] as const, ...files]
  return xmlDocument(
    around(
      'sitemapindex',
      all.map(([path, at]) => around('sitemap', [element('loc', origin + path), element('lastmod', at)])),
      NAMESPACE,
    ),
  )
}

/** One file of the map by its name. @throws AppError 404 where there is none, and for a kind that is switched off */
export async function writeMap(ctx: Context, origin: string, name: string): Promise<string> {
  const asked = readMapName(name)
  if (!asked) throw notFound('page')
  const urls: string[] = []
  const add = (path: string, at: string | null | undefined) =>
    urls.push(around('url', [element('loc', origin + path), element('lastmod', at)]))
  if (asked.kind === 'pages') await addPages(ctx, add)
  else if (asked.kind === 'categories') await addCategories(ctx, add)
  else {
    if (!kindsOf(ctx.site.settings.features).includes(asked.kind)) throw notFound('page')
    for await (const entry of queries.entriesOf(ctx, asked.kind, asked.file)) add(PATHS[asked.kind](entry), entry.at)
    if (urls.length === 0) throw notFound('page')
  }
  return xmlDocument(around('urlset', urls, NAMESPACE))
}

type Add = (path: string, at: string | null | undefined) => unknown

const PATHS: Record<MapKind, (entry: queries.Entry) => string> = {
  articles: ({ slug }) => pageAddress.article(slug),
  'expert-articles': ({ id }) => pageAddress.expertArticle(id),
  products: ({ slug }) => pageAddress.product(slug),
  topics: ({ id }) => pageAddress.topic(id),
  members: ({ id }) => pageAddress.user(id),
}

/** The home page and a list change with what stands on them; the other pages change with the software, and nobody notes when. */
async function addPages(ctx: Context, add: Add): Promise<void> {
  const { features, launching } = ctx.site.settings
  const newest: Partial<Record<MapKind, string>> = {}
  for (const kind of kindsOf(features)) {
    for await (const { at } of queries.filesOf(ctx, kind)) {
      const last = latest(newest[kind], at)
      if (last) newest[kind] = last
    }
  }
  const { members: _notThere, ...onHome } = newest
  add(
    pageAddress.home,
    Object.values(onHome).reduce<string | undefined>((last, at) => latest(last, at), undefined),
  )
  if (features.articles) add(pageAddress.articles, newest.articles)
  if (features.products) add(pageAddress.products, newest.products)
  if (features.products) add(pageAddress.compare, undefined)
  if (features.forums) add(pageAddress.forum, newest.topics)
  add(pageAddress.about, undefined)
  if (ctx.installation && launching !== 'nobody') add(pageAddress.deploy, undefined)
}

async function addCategories(ctx: Context, add: Add): Promise<void> {
  const { articles, products, forums } = ctx.site.settings.features
  const shown = [articles && 'articles', products && 'products', forums && 'topics'].filter((kind) => kind !== false)
  const times = await Promise.all(shown.map((kind) => queries.lastInCategories(ctx, kind as 'articles' | 'products' | 'topics')))
  for (const { id, slug } of await queries.listCategories(ctx))
    add(
      pageAddress.category(slug),
      times.reduce<string | undefined>((last, of) => latest(last, of.get(id)), undefined),
    )
}

/** Times of one form compare as words. */
const latest = (one: string | undefined, other: string | null | undefined): string | undefined =>
  other && (one === undefined || other > one) ? other : one

/** Doors that lead to nothing worth finding. The API stays open, as pages ask it; its answers say themselves that they are no pages. */
const CLOSED = [
  // Every set of products has an address, which says nothing that their own pages do not.
  '/compare?',
  '/admin',
  '/account',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/claim',
  '/newsletter/',
]

export const writeRobots = (origin: string): string =>
  ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
