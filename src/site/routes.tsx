/** Routes of the public pages. */
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
// Actions handle forms submitted without JavaScript; they are excluded from the browser's bundle.
const actions = import.meta.env.SSR ? import.meta.glob<{ action: ActionFunction }>('./**/*.action.ts') : {}
const loaders = import.meta.glob<{ loader: LoaderFunction }>('./**/*.loader.ts')

/** Each page is its own chunk. The route id is its key in Vite's manifest, so that the server can preload it. */
function page(name: string) {
  const view = views[`./${name}.page.tsx`]
  const loader = loaders[`./${name}.loader.ts`]
  const action = actions[`./${name}.action.ts`]
  if (!view) throw new Error(`No page ${name}`)
  return {
    id: `src/site/${name}.page.tsx`,
    lazy: { Component: async () => (await view()).default },
    // Not in `lazy`, which the browser loads before hydration: the first page's loader has already run on the server.
    ...(loader ? { loader: async (args: LoaderFunctionArgs) => (await loader()).loader(args) } : {}),
    ...(action ? { action: async (args: ActionFunctionArgs) => (await action()).action(args) } : {}),
  }
}

/** Routes of the page table. Pages of a feature that can be switched off are children of its FeatureSwitched route. */
function pageRoutes(): RouteObject[] {
  const routes: RouteObject[] = []
  const switched = new Map<FeatureName, RouteObject[]>()
  for (const { path, view, feature, showsWhenOff } of PAGES) {
    const route: RouteObject = path === '/' ? { index: true, ...page(view) } : { path: path.slice(1), ...page(view) }
    if (!feature || showsWhenOff) routes.push(route)
    else switched.set(feature, [...(switched.get(feature) ?? []), route])
  }
  for (const [feature, children] of switched)
    routes.push({ id: `switch-${feature}`, Component: () => <FeatureSwitched feature={feature} />, children })
  return routes
}

const PERMANENT = 308
/** Id of the route with the only error boundary. */
export const ROOT_ID = 'root'

/** @param others routes of the back-office, rendered in the same layout */
export const siteRoutes = (others: RouteObject[]): RouteObject[] => [
  {
    id: ROOT_ID,
    Component: Shell,
    ErrorBoundary: ShellError,
    loader: createLoader((site) => Promise.all([site.required(siteQuery()), site.optional(sessionQuery())])),
    shouldRevalidate: () => false,
    children: [
      ...pageRoutes(),
      ...others,
      {
        id: 'enquiry-alias',
        path: 'products/:slug/enquiry',
        loader: ({ params }) => redirect(`/enquiry/${encodeURIComponent(params['slug'] ?? '')}`, PERMANENT),
      },
      {
        id: 'category-alias',
        path: 'categories/:slug',
        loader: ({ params }) => redirect(`/category/${encodeURIComponent(params['slug'] ?? '')}`, PERMANENT),
      },
      { id: 'not-found', path: '*', Component: NotFoundPage, loader: () => data(null, { status: 404 }) },
    ],
  },
]
