/** Writes sitemaps (sitemaps.org 0.9): an index and files by kind, with public pages and their modification times. */
import type { Context } from '#platform/contract/context.ts'
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { notFound } from '#platform/contract/errors.ts'
import { PAGES, type SitemapKind } from '#features/pages/page-table.policy.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { getSitemapPagePath, parseSitemapFileName, sitemapFilePath, listEnabledSitemapKinds } from './sitemap.policy.ts'
import * as queries from './sitemap.queries.ts'
import { wrapXml, xmlElement, xmlDocument } from './xml.ts'

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** Writes the sitemap index. @param origin origin of the site, such as `https://example.org` */
export async function writeSitemapIndex(ctx: Context, origin: string): Promise<string> {
  const files: [string, string | undefined][] = []
  let latestChange: string | undefined
  for (const kind of listEnabledSitemapKinds(ctx.site.settings.features)) {
    for await (const { file, at } of queries.streamSitemapFiles(ctx, kind)) {
      files.push([sitemapFilePath(kind, file), at ?? undefined])
      latestChange = pickLatest(latestChange, at)
    }
  }
  const allFiles = [[sitemapFilePath('pages'), latestChange] as const, [sitemapFilePath('categories'), latestChange] as const, ...files]
  return xmlDocument(
    wrapXml(
      'sitemapindex',
      allFiles.map(([path, changedAt]) => wrapXml('sitemap', [xmlElement('loc', origin + path), xmlElement('lastmod', changedAt)])),
      NAMESPACE,
    ),
  )
}

/** Returns a sitemap file by name. @throws AppError 404 for an unknown or empty file and for disabled kinds */
export async function writeSitemapFile(ctx: Context, origin: string, name: string): Promise<string> {
  const requested = parseSitemapFileName(name)
  if (!requested) throw notFound('page')
  const urls: string[] = []
  const addUrl = (path: string, changedAt: string | null | undefined) =>
    urls.push(wrapXml('url', [xmlElement('loc', origin + path), xmlElement('lastmod', changedAt)]))
  if (requested.kind === 'pages') await addPages(ctx, addUrl)
  else if (requested.kind === 'categories') await addCategories(ctx, addUrl)
  else {
    if (!listEnabledSitemapKinds(ctx.site.settings.features).includes(requested.kind)) throw notFound('page')
    for await (const entry of queries.streamSitemapEntries(ctx, requested.kind, requested.fileNumber))
      addUrl(pathTo(getSitemapPagePath(requested.kind) as '/articles/:slug', entry), entry.at)
    if (urls.length === 0) throw notFound('page')
  }
  return xmlDocument(wrapXml('urlset', urls, NAMESPACE))
}

type AddUrl = (path: string, changedAt: string | null | undefined) => unknown

/** Adds the pages that have a single URL. Pages with lists have the time of their latest item; static pages have none. */
async function addPages(ctx: Context, addUrl: AddUrl): Promise<void> {
  const { features, launching } = ctx.site.settings
  const latestByKind: Partial<Record<SitemapKind, string>> = {}
  for (const kind of listEnabledSitemapKinds(features)) {
    for await (const { at } of queries.streamSitemapFiles(ctx, kind)) {
      const latest = pickLatest(latestByKind[kind], at)
      if (latest) latestByKind[kind] = latest
    }
  }
  // The home page shows no members, newsletter issues or reference values.
  const { members: _members, issues: _issues, figures: _figures, ...homeKinds } = latestByKind
  const latestOnHome = Object.values(homeKinds).reduce<string | undefined>((latest, changedAt) => pickLatest(latest, changedAt), undefined)
  const launches = ctx.installation && launching !== 'nobody'
  for (const { path, feature, sitemap } of PAGES) {
    if (!sitemap || !('changesWith' in sitemap) || (feature && !features[feature]) || (path === '/deploy' && !launches)) continue
    addUrl(path, { ...latestByKind, everything: latestOnHome, software: undefined }[sitemap.changesWith])
  }
  if (features.tools) for (const name of TOOL_NAMES) addUrl(pathTo('/tools/:slug', { slug: name }), undefined)
}

async function addCategories(ctx: Context, addUrl: AddUrl): Promise<void> {
  const { articles, products, forums } = ctx.site.settings.features
  const enabledKinds = [articles && 'articles', products && 'products', forums && 'topics'].filter((kind) => kind !== false)
  const timesByKind = await Promise.all(
    enabledKinds.map((kind) => queries.findLastChangeByCategory(ctx, kind as 'articles' | 'products' | 'topics')),
  )
  for (const { id, slug } of await queries.listSitemapCategories(ctx))
    addUrl(
      pathTo('/category/:slug', { slug }),
      timesByKind.reduce<string | undefined>((latest, timesById) => pickLatest(latest, timesById.get(id)), undefined),
    )
}

/** Returns the later time. ISO 8601 times in the same format compare as strings. */
const pickLatest = (first: string | undefined, second: string | null | undefined): string | undefined =>
  second && (first === undefined || second > first) ? second : first

/** Paths of the back-office and of pages with `disallow`. Crawlers may call the API, as pages need it; its responses have `noindex`. */
const DISALLOWED_PATHS = new Set(['/admin', ...PAGES.flatMap(({ disallow }) => disallow ?? [])])

export const writeRobots = (origin: string): string =>
  ['User-agent: *', ...[...DISALLOWED_PATHS].map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
