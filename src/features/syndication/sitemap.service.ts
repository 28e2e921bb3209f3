/** The site's map for crawlers (sitemaps.org 0.9): one index, and files by kind. Only what everybody can see, and when it last changed. */
import type { Context } from '#platform/contract/context.ts'
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { notFound } from '#platform/contract/errors.ts'
import { PAGES, type SitemapKind } from '#features/pages/page-table.policy.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { getSitemapPagePath, parseSitemapFileName, sitemapFilePath, sitemapKindsOf } from './sitemap.policy.ts'
import * as queries from './sitemap.queries.ts'
import { wrapXml, xmlElement, xmlDocument } from './xml.ts'

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** @param origin where this very site answers: `https://example.org` */
export async function writeSitemapIndex(ctx: Context, origin: string): Promise<string> {
  const files: [string, string | undefined][] = []
  let newest: string | undefined
  for (const kind of sitemapKindsOf(ctx.site.settings.features)) {
    for await (const { file, at } of queries.streamSitemapFiles(ctx, kind)) {
      files.push([sitemapFilePath(kind, file), at ?? undefined])
      newest = latest(newest, at)
    }
  }
  const all = [[sitemapFilePath('pages'), newest] as const, [sitemapFilePath('categories'), newest] as const, ...files]
  return xmlDocument(
    wrapXml(
      'sitemapindex',
      all.map(([path, at]) => wrapXml('sitemap', [xmlElement('loc', origin + path), xmlElement('lastmod', at)])),
      NAMESPACE,
    ),
  )
}

/** One file of the map by its name. @throws AppError 404 where there is none, and for a kind that is switched off */
export async function writeSitemapFile(ctx: Context, origin: string, name: string): Promise<string> {
  const asked = parseSitemapFileName(name)
  if (!asked) throw notFound('page')
  const urls: string[] = []
  const add = (path: string, at: string | null | undefined) =>
    urls.push(wrapXml('url', [xmlElement('loc', origin + path), xmlElement('lastmod', at)]))
  if (asked.kind === 'pages') await addPages(ctx, add)
  else if (asked.kind === 'categories') await addCategories(ctx, add)
  else {
    if (!sitemapKindsOf(ctx.site.settings.features).includes(asked.kind)) throw notFound('page')
    for await (const entry of queries.streamSitemapEntries(ctx, asked.kind, asked.file))
      add(pathTo(getSitemapPagePath(asked.kind) as '/articles/:slug', entry), entry.at)
    if (urls.length === 0) throw notFound('page')
  }
  return xmlDocument(wrapXml('urlset', urls, NAMESPACE))
}

type Add = (path: string, at: string | null | undefined) => unknown

/** A page that lists things changes with them; the others change with the software, and nobody notes when. */
async function addPages(ctx: Context, add: Add): Promise<void> {
  const { features, launching } = ctx.site.settings
  const newest: Partial<Record<SitemapKind, string>> = {}
  for (const kind of sitemapKindsOf(features)) {
    for await (const { at } of queries.streamSitemapFiles(ctx, kind)) {
      const last = latest(newest[kind], at)
      if (last) newest[kind] = last
    }
  }
  // People and past issues are not on the home page.
  const { members: _people, issues: _issues, figures: _figures, ...onHome } = newest
  const everything = Object.values(onHome).reduce<string | undefined>((last, at) => latest(last, at), undefined)
  const launches = ctx.installation && launching !== 'nobody'
  for (const { path, feature, sitemap } of PAGES) {
    if (!sitemap || !('changesWith' in sitemap) || (feature && !features[feature]) || (path === '/deploy' && !launches)) continue
    add(path, { ...newest, everything, software: undefined }[sitemap.changesWith])
  }
  if (features.tools) for (const name of TOOL_NAMES) add(pathTo('/tools/:slug', { slug: name }), undefined)
}

async function addCategories(ctx: Context, add: Add): Promise<void> {
  const { articles, products, forums } = ctx.site.settings.features
  const shown = [articles && 'articles', products && 'products', forums && 'topics'].filter((kind) => kind !== false)
  const times = await Promise.all(shown.map((kind) => queries.findLastChangeByCategory(ctx, kind as 'articles' | 'products' | 'topics')))
  for (const { id, slug } of await queries.listSitemapCategories(ctx))
    add(
      pathTo('/category/:slug', { slug }),
      times.reduce<string | undefined>((last, of) => latest(last, of.get(id)), undefined),
    )
}

/** Times of one form compare as words. */
const latest = (one: string | undefined, other: string | null | undefined): string | undefined =>
  other && (one === undefined || other > one) ? other : one

/** The back-office, and pages that say so. The API stays open, as pages ask it; its answers say themselves that they are no pages. */
const CLOSED = new Set(['/admin', ...PAGES.flatMap(({ disallow }) => disallow ?? [])])

export const writeRobots = (origin: string): string =>
  ['User-agent: *', ...[...CLOSED].map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
