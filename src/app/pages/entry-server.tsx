import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router'
import { adminRoutes } from '#admin/routes.tsx'
import { parametersOf } from '#features/pages/page-parameters.policy.ts'
import { findPage, isAdminPath, normalizePath } from '#features/pages/page-url.policy.ts'
import type { SiteInfo } from '#features/sites/site.client.ts'
import { siteQuery } from '#features/sites/site.client.ts'
import { ApiError, makeQueryClient } from '#platform/client/api.client.ts'
import { hashQueryKey } from '#platform/client/hash-query-key.ts'
import { tablesOfQueries } from '#platform/client/query-refresh.client.ts'
import type { PageBundle } from '#platform/pages/page-renderer.ts'
import { Document, type BootData } from '#site/document.tsx'
import { pageContext } from '#platform/pages/page-load.client.ts'
import { pageFiles } from '#site/page-files.ts'
import { siteRoutes } from '#site/routes.tsx'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'
import { computeFreshForMs } from './page-freshness.ts'

const { query } = createStaticHandler(siteRoutes(adminRoutes))
const DOCTYPE = '<!DOCTYPE html>'

export const acceptedParameters: PageBundle['acceptedParameters'] = (path) => {
  if (isAdminPath(path)) return LIST_PARAMETERS
  const page = findPage(normalizePath(path))
  return page ? parametersOf(page).names : []
}

/** Parameters of back-office lists that the server renders. */
const LIST_PARAMETERS = ['category', 'search', 'sort', 'page']

export const renderPage: PageBundle['renderPage'] = async ({ url, transport, form, isForEverybody = false, isCurrentSource }, assets) => {
  const queryClient = makeQueryClient(transport)
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, queryKeyHashFn: hashQueryKey } })
  const requestContext = new RouterContextProvider()
  requestContext.set(pageContext, { queryClient, transport })
  const { origin } = new URL(url)
  const request = new Request(url, form && { method: 'POST', body: form })
  const context = await query(request, { requestContext })
  if (context instanceof Response)
    return { status: context.status, html: '', complete: true, location: context.headers.get('location') ?? '/' }

  const { css, files } = pageFiles(assets, context)
  const boot = createBootData(origin, queryClient, context, { css, fonts: assets.fonts })
  if (isForEverybody) boot.isShared = true
  const bootJson = stringifyForScript(boot)
  const page = { status: context.statusCode, complete: boot.failed.length === 0 }
  if (isCurrentSource?.(`${page.status} ${bootJson}`)) {
    queryClient.clear()
    return { ...page, html: '', isUnchanged: true }
  }

  const html = renderToString(
    <Document boot={boot} bootJson={bootJson} scriptUrlsJson={files} queryClient={queryClient}>
      <StaticRouterProvider router={createStaticRouter([nestMatchedRoutes(context)], context)} context={context} hydrate={false} />
    </Document>,
  )
  queryClient.clear()
  return { ...page, html: DOCTYPE + html, ...(isForEverybody ? { freshForMs: computeFreshForMs(bootJson) } : {}) }
}

/** @returns only the matched routes, nested; with all routes, React Router would rank and match them again for each page */
const nestMatchedRoutes = ({ matches }: StaticHandlerContext): RouteObject =>
  matches.reduceRight<RouteObject | undefined>(
    (child, { route }) => ({ ...route, children: child && [child] }) as RouteObject,
    undefined,
  ) ?? {}

function createBootData(
  origin: string,
  queryClient: QueryClient,
  context: StaticHandlerContext,
  head: Pick<BootData, 'css' | 'fonts'>,
): BootData {
  // The queries are sorted, because the order in which loaders run varies and the page's data is hashed.
  const queries = queryClient
    .getQueryCache()
    .getAll()
    .toSorted((firstQuery, secondQuery) => (firstQuery.queryHash < secondQuery.queryHash ? -1 : 1))
  const tables = tablesOfQueries(queryClient)
  const site = queryClient.getQueryData<SiteInfo>(siteQuery().queryKey)
  return {
    origin,
    language: site?.language ?? DEFAULT_LANGUAGE,
    ...head,
    data: queries
      .filter((query) => query.state.status === 'success')
      .map(({ queryKey, queryHash, state }) => [queryKey, state.data, tables.get(queryHash) ?? []]),
    failed: queries.flatMap(({ queryKey, state: { error } }): BootData['failed'] =>
      error instanceof ApiError ? [[queryKey, { status: error.status, message: error.serverMessage }]] : [],
    ),
    ...(context.actionData ? { actionData: context.actionData } : {}),
    ...(context.errors ? { hasFailed: true as const } : {}),
  }
}

/** Formats a value as JSON for a script element. Escaping `<` suffices, because only `</script>` could end the element. */
const stringifyForScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
