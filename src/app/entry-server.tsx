import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router'
import { findPage, normalizePath } from '#features/pages/page-url.policy.ts'
import type { SiteInfo } from '#features/sites/site.client.ts'
import { siteQuery } from '#features/sites/site.client.ts'
import { ApiError, makeQueryClient } from '#platform/api.client.ts'
import { findQueryTables } from '#platform/query-refresh.client.ts'
import type { PageBundle } from '#platform/page-renderer.ts'
import { Document, type Boot } from '#site/document.tsx'
import { renderMemberPart } from '#site/member-parts.tsx'
import { pageContext } from '#platform/page-load.client.ts'
import { pageFiles } from '#site/page-files.ts'
import { splitSlots } from '#site/split-slots.ts'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'
import { routes } from './routes.tsx'

const handler = createStaticHandler(routes)
const DOCTYPE = '<!DOCTYPE html>'

export const acceptedParameters: PageBundle['acceptedParameters'] = (path) =>
  /^\/admin(\/|$)/i.test(path) ? LIST_PARAMETERS : (findPage(normalizePath(path))?.parameters ?? [])

/** Of the lists of the back-office, as far as the server shows them. */
const LIST_PARAMETERS = ['category', 'search', 'sort', 'page']

export const isForEverybody: PageBundle['isForEverybody'] = (path) => {
  const page = findPage(normalizePath(path))
  // Where there is no page there is nothing of anybody's own, but for the back-office.
  return page ? page.isForEverybody !== false : !/^\/admin(\/|$)/i.test(path)
}

export const renderOwnPart: PageBundle['renderOwnPart'] = renderMemberPart

export const renderPage: PageBundle['renderPage'] = async ({ url, transport, form, isForEverybody = false }, assets) => {
  const queryClient = makeQueryClient(transport)
  const requestContext = new RouterContextProvider()
  const ownQueries: QueryKey[] = []
  requestContext.set(pageContext, { queryClient, transport, ...(isForEverybody ? { ownQueries } : {}) })
  const context = await handler.query(new Request(url, form && { method: 'POST', body: form }), { requestContext })
  if (context instanceof Response)
    return { status: context.status, html: '', complete: true, location: context.headers.get('location') ?? '/' }

  const { css, files } = pageFiles(assets, context)
  const boot = bootDataOf(new URL(url).origin, queryClient, context, { css, fonts: assets.fonts })
  if (isForEverybody) boot.isForEverybody = true
  const slotMark = isForEverybody ? crypto.randomUUID() : undefined
  const json = safeJson(boot)
  const html = renderToString(
    <Document boot={boot} json={json} files={files} slotMark={slotMark} queryClient={queryClient}>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
    </Document>,
  )
  queryClient.clear()
  const page = { status: context.statusCode, complete: boot.failed.length === 0 }
  if (slotMark === undefined) return { ...page, html: DOCTYPE + html }
  return { ...page, ...splitSlots(DOCTYPE + html, slotMark), ownQueries }
}

function bootDataOf(origin: string, queryClient: QueryClient, context: StaticHandlerContext, head: Pick<Boot, 'css' | 'fonts'>): Boot {
  // Which loader asks first is a matter of who else asks at the same time: one page has one order.
  const queries = queryClient
    .getQueryCache()
    .getAll()
    .toSorted((one, other) => (one.queryHash < other.queryHash ? -1 : 1))
  const site = queryClient.getQueryData<SiteInfo>(siteQuery().queryKey)
  return {
    origin,
    language: site?.language ?? DEFAULT_LANGUAGE,
    ...head,
    data: queries
      .filter((query) => query.state.status === 'success')
      .map(({ queryKey, state }) => [queryKey, state.data, findQueryTables(queryClient, queryKey) ?? []]),
    failed: queries.flatMap(({ queryKey, state: { error } }): Boot['failed'] =>
      error instanceof ApiError ? [[queryKey, { status: error.status, message: error.serverMessage }]] : [],
    ),
    // An error's own message never reaches the browser.
    router: {
      loaderData: context.loaderData,
      ...(context.actionData ? { actionData: context.actionData } : {}),
      errors: context.errors && Object.fromEntries(Object.keys(context.errors).map((id) => [id, { message: 'Unexpected error' }])),
    },
  }
}

/** The block is read as JSON and never as a script: only what could end it has to be written otherwise. */
const safeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
