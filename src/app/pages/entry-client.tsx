import '#ui/styles/styles.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { matchRoutes, RouterContextProvider } from 'react-router'
import { hasDrafts } from '#platform/client/forms/has-drafts.client.ts'
import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { ApiError, makeQueryClient, httpTransport } from '#platform/client/api.client.ts'
import { setQueryTables, startQueryRefresh } from '#platform/client/query-refresh.client.ts'
import { Document, OWN_DATA_SLOT, type BootData } from '#site/document.tsx'
import { reloadOnMissingFile } from '#platform/client/missing-file.client.ts'
import { pageContext } from '#platform/pages/page-load.client.ts'
import { ShellError } from '#site/shell/shell.tsx'
import { BrowserRouter } from '#ui/router/browser-router.ts'
import { hydrateWaitingParts } from '#ui/hydration/hydration-parts.ts'
import { nextTask } from '#ui/hydration/next-task.ts'
import { loadRoutes } from '#ui/router/route-loading.ts'
import { BrowserPage } from '#ui/router/routed-page.tsx'
import { routes } from '#app/routes.tsx'

reloadOnMissingFile(import.meta.url)
const json = document.getElementById('boot')?.textContent ?? ''
const boot = JSON.parse(json) as BootData
const queryClient = makeQueryClient(httpTransport)
startQueryRefresh(queryClient)
const ownJson = document.getElementById(OWN_DATA_SLOT)?.textContent
const ownData = ownJson ? (JSON.parse(ownJson) as BootData['data']) : []
// What is one's own comes last: of the session everybody is told that there is none.
for (const [key, value, tables] of [...boot.data, ...ownData]) {
  queryClient.setQueryData(key, value)
  setQueryTables(queryClient, key, tables)
}
for (const [queryKey, { status, message }] of boot.failed) {
  const query = queryClient.getQueryCache().build(queryClient, { queryKey })
  query.setState({ ...query.state, status: 'error', fetchStatus: 'idle', error: new ApiError(status, message), errorUpdateCount: 1 })
}

await nextTask()
const matches = matchRoutes(routes, location) ?? []
await loadRoutes(matches)
await nextTask()
const context = () => new RouterContextProvider(new Map([[pageContext, { queryClient }]]) as never)
const router = new BrowserRouter(routes, context, { matches, hasFailed: boot.hasFailed ?? false })
// A member's page changes everywhere right after it is hydrated: nothing of it can wait.
if (queryClient.getQueryData<Session>(sessionQuery().queryKey)?.user) void hydrateWaitingParts()
// Text that was typed on an earlier visit is restored at once.
if (hasDrafts()) void hydrateWaitingParts()
// As a transition the page is taken over in slices, between which it scrolls and takes typing.
startTransition(() => {
  hydrateRoot(
    document,
    <Document boot={boot} json={json} queryClient={queryClient}>
      <BrowserPage router={router} failure={<ShellError />} />
    </Document>,
  )
})
