/** Creates the routes of the public pages. */
import type { ComponentType } from 'react'
import {
  data,
  redirect,
  type ActionFunction,
  type ActionFunctionArgs,
  type LoaderFunction,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { sessionQuery } from '#features/accounts/sessions/session.client.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { siteQuery } from '#features/sites/site.client.ts'
import type { FeatureName } from '#platform/contract/context.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { NotFoundPage } from './shell/not-found.tsx'
import { Shell, ShellError } from './shell/shell.tsx'
import { FeatureSwitched } from './shell/feature-switched.tsx'

const views = import.meta.glob<{ default: ComponentType }>('./**/*.page.tsx')
// Actions handle forms that are submitted without JavaScript, so the bundle for browsers does not contain them.
const actions = import.meta.env.SSR ? import.meta.glob<{ action: ActionFunction }>('./**/*.action.ts') : {}
const loaders = import.meta.glob<{ loader: LoaderFunction }>('./**/*.loader.ts')

/** Creates the route of a page. Its id is the key of the page's chunk in Vite's manifest, so that the server can preload the chunk. */
function createPageRoute(name: string) {
  const view = views[`./${name}.page.tsx`]
  const loader = loaders[`./${name}.loader.ts`]
  const action = actions[`./${name}.action.ts`]
  if (!view) throw new Error(`No page ${name}`)
  return {
    id: `src/site/${name}.page.tsx`,
    lazy: { Component: async () => (await view()).default },
    // The loader is not in `lazy`: the browser would load it before hydration, although the loader of the first page has run on the server.
    ...(loader ? { loader: async (args: LoaderFunctionArgs) => (await loader()).loader(args) } : {}),
    ...(action ? { action: async (args: ActionFunctionArgs) => (await action()).action(args) } : {}),
  }
}

/** Creates the routes of the page table. Pages of a feature that can be switched off are children of a `FeatureSwitched` route. */
function createPageRoutes(): RouteObject[] {
  const routes: RouteObject[] = []
  const routesByFeature = new Map<FeatureName, RouteObject[]>()
  for (const { path, view, feature, showsWhenOff } of PAGES) {
    const route: RouteObject = path === '/' ? { index: true, ...createPageRoute(view) } : { path: path.slice(1), ...createPageRoute(view) }
    if (!feature || showsWhenOff) routes.push(route)
    else routesByFeature.set(feature, [...(routesByFeature.get(feature) ?? []), route])
  }
  for (const [feature, children] of routesByFeature)
    routes.push({ id: `switch-${feature}`, Component: () => <FeatureSwitched feature={feature} />, children })
  return routes
}

const PERMANENT_REDIRECT = 308
/** Id of the only route with an error boundary. */
export const ROOT_ID = 'root'

/** Creates all routes. @param adminRoutes routes of the back-office, which have the same layout */
export const siteRoutes = (adminRoutes: RouteObject[]): RouteObject[] => [
  {
    id: ROOT_ID,
    Component: Shell,
    ErrorBoundary: ShellError,
    loader: createLoader((page) => Promise.all([page.required(siteQuery()), page.optional(sessionQuery())])),
    shouldRevalidate: () => false,
    children: [
      ...createPageRoutes(),
      ...adminRoutes,
      {
        id: 'enquiry-alias',
        path: 'products/:slug/enquiry',
        loader: ({ params }) => redirect(`/enquiry/${encodeURIComponent(params['slug'] ?? '')}`, PERMANENT_REDIRECT),
      },
      {
        id: 'category-alias',
        path: 'categories/:slug',
        loader: ({ params }) => redirect(`/category/${encodeURIComponent(params['slug'] ?? '')}`, PERMANENT_REDIRECT),
      },
      { id: 'not-found', path: '*', Component: NotFoundPage, loader: () => data(null, { status: 404 }) },
    ],
  },
]
