import '#ui/styles/styles.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider, type RouteMatch, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { hasDrafts } from '#platform/client/forms/has-drafts.client.ts'
import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { hasMemberHint } from '#features/accounts/sessions/signed-in.client.ts'
import { isAdminPath } from '#features/pages/page-url.policy.ts'
import { ApiError, makeQueryClient, httpTransport } from '#platform/client/api.client.ts'
import { setQueryTables, startQueryRefresh } from '#platform/client/query-refresh.client.ts'
import { Document, type BootData } from '#site/document.tsx'
import { reloadOnMissingFile } from '#platform/client/missing-file.client.ts'
import { pageContext } from '#platform/pages/page-load.client.ts'
import { ROOT_ID, siteRoutes } from '#site/routes.tsx'
import { hydrateWaitingParts } from '#ui/hydration/hydration-parts.ts'
import { nextTask } from '#ui/hydration/next-task.ts'

reloadOnMissingFile(import.meta.url)
const bootJson = document.getElementById('boot')?.textContent ?? ''
const boot = JSON.parse(bootJson) as BootData
const queryClient = makeQueryClient(httpTransport)
startQueryRefresh(queryClient)
// A page that is the same for all viewers contains no session. If the member hint cookie is set, the session is fetched below.
const isHinted = boot.isShared === true && hasMemberHint()
for (const [key, value, tables] of boot.data) {
  if (isHinted && key[0] === sessionQuery().queryKey[0]) continue
  queryClient.setQueryData(key, value)
  setQueryTables(queryClient, key, tables)
}
for (const [queryKey, { status, message }] of boot.failed) {
  const query = queryClient.getQueryCache().build(queryClient, { queryKey })
  query.setState({ ...query.state, status: 'error', fetchStatus: 'idle', error: new ApiError(status, message), errorUpdateCount: 1 })
}

if (isHinted) void queryClient.prefetchQuery(sessionQuery())

await nextTask()
const routes = siteRoutes(isAdminPath(location.pathname) ? await fetchAdminRoutes() : [])
const matches = matchRoutes(routes, location) ?? []
await loadComponents(matches)
await nextTask()
const router = createBrowserRouter(routes, {
  // The loaders' data is in the query cache; routes listed here are not loaded again.
  hydrationData: {
    loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])),
    actionData: boot.actionData ?? null,
    errors: boot.hasFailed ? { [ROOT_ID]: true } : null,
  },
  async patchRoutesOnNavigation({ path, patch }) {
    if (isAdminPath(path)) patch(ROOT_ID, await fetchAdminRoutes())
  },
  getContext() {
    const context = new RouterContextProvider()
    context.set(pageContext, { queryClient })
    return context
  },
})
// A member's page updates in many places right after hydration, so no part stays dehydrated.
if (isHinted || queryClient.getQueryData<Session>(sessionQuery().queryKey)?.user) void hydrateWaitingParts()
// Drafts of an earlier visit are restored at once.
if (hasDrafts()) void hydrateWaitingParts()
// React defers a navigation's update until the parts that it changes are hydrated.
router.subscribe(({ navigation }) => {
  if (navigation.state !== 'idle') void hydrateWaitingParts()
})
// A transition hydrates in time slices, so that scrolling and typing stay responsive.
startTransition(() => {
  hydrateRoot(
    document,
    <Document boot={boot} bootJson={bootJson} queryClient={queryClient}>
      <RouterProvider router={router} onError={(error) => console.error(error)} />
    </Document>,
  )
})

/** Loads the routes of the back-office, which public pages do not need. */
async function fetchAdminRoutes(): Promise<RouteObject[]> {
  return (await import('#admin/routes.tsx')).adminRoutes
}

/** Loads the components of the first page, so that the server's HTML is hydrated and not replaced by a fallback. */
async function loadComponents(matches: readonly RouteMatch[]): Promise<void> {
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'object') return
      Object.assign(route, { Component: await route.lazy.Component?.(), lazy: undefined })
    }),
  )
}
