/** Sitemaps (sitemaps.org 0.9): an index and files by kind, with public pages and their modification times. */
import type { Context } from '#platform/contract/context.ts'
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { notFound } from '#platform/contract/errors.ts'
import { PAGES, type SitemapKind } from '#features/pages/page-table.policy.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { getSitemapPagePath, parseSitemapFileName, sitemapFilePath, listEnabledSitemapKinds } from './sitemap.policy.ts'
import * as queries from './sitemap.queries.ts'
import { wrapXml, xmlElement, xmlDocument } from './xml.ts'

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** @param origin the site's: `https://example.org` */
export async function writeSitemapIndex(ctx: Context, origin: string): Promise<string> {
  const files: [string, string | undefined][] = []
  let newest: string | undefined
  for (const kind of listEnabledSitemapKinds(ctx.site.settings.features)) {
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

/** Returns a sitemap file by name. @throws AppError 404 for an unknown or empty file and for disabled kinds */
export async function writeSitemapFile(ctx: Context, origin: string, name: string): Promise<string> {
  const requested = parseSitemapFileName(name)
  if (!requested) throw notFound('page')
  const urls: string[] = []
  const add = (path: string, at: string | null | undefined) =>
    urls.push(wrapXml('url', [xmlElement('loc', origin + path), xmlElement('lastmod', at)]))
  if (requested.kind === 'pages') await addPages(ctx, add)
  else if (requested.kind === 'categories') await addCategories(ctx, add)
  else {
    if (!listEnabledSitemapKinds(ctx.site.settings.features).includes(requested.kind)) throw notFound('page')
    for await (const entry of queries.streamSitemapEntries(ctx, requested.kind, requested.fileNumber))
      add(pathTo(getSitemapPagePath(requested.kind) as '/articles/:slug', entry), entry.at)
    if (urls.length === 0) throw notFound('page')
  }
  return xmlDocument(wrapXml('urlset', urls, NAMESPACE))
}

type Add = (path: string, at: string | null | undefined) => unknown

/** Pages with lists have the time of their latest item; static pages have none. */
async function addPages(ctx: Context, add: Add): Promise<void> {
  const { features, launching } = ctx.site.settings
  const newest: Partial<Record<SitemapKind, string>> = {}
  for (const kind of listEnabledSitemapKinds(features)) {
    for await (const { at } of queries.streamSitemapFiles(ctx, kind)) {
      const last = latest(newest[kind], at)
      if (last) newest[kind] = last
    }
  }
  // Members, newsletter issues and reference values are not on the home page.
  const { members: _members, issues: _issues, figures: _figures, ...onHome } = newest
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

/** ISO 8601 times in the same format compare as strings. */
const latest = (first: string | undefined, second: string | null | undefined): string | undefined =>
  second && (first === undefined || second > first) ? second : first

/** The back-office and pages with `disallow`. Crawlers may call the API, as pages need it; its responses have `noindex`. */
const DISALLOWED_PATHS = new Set(['/admin', ...PAGES.flatMap(({ disallow }) => disallow ?? [])])

export const writeRobots = (origin: string): string =>
  ['User-agent: *', ...[...DISALLOWED_PATHS].map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
