/** The pages of the back-office as routes. Each page is its own chunk; nothing of it is in the public pages, not even the list of chunks. */
import type { RouteObject } from 'react-router'
import { ADMIN_PAGES } from './pages.ts'

const fetchViews = () => import('./views.ts')

/** The id is the page's key in Vite's manifest, so that the server can preload it. */
const page = (name: string) => ({
  id: `src/admin/${name}.page.tsx`,
  lazy: { Component: async () => (await fetchViews()).fetchView(name) },
})

const frame = page('frame/frame')

export const adminRoutes: RouteObject[] = [
  {
    path: 'admin',
    id: frame.id,
    // Each of its pages asks for its data by itself.
    lazy: { ...frame.lazy, loader: async () => (await fetchViews()).fetchLoader() },
    children: ADMIN_PAGES.map(({ path, view }) => (path === '' ? { index: true, ...page(view) } : { path, ...page(view) })),
  },
]
