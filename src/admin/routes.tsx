/** Routes of the back-office, loaded with its first page. Each page is a chunk of its own. */
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { ADMIN_PAGES } from './pages.ts'

const views = import.meta.glob<{ default: ComponentType }>('./**/*.page.tsx')

/** The route id is the page's key in Vite's manifest, so that the server can preload its chunk. */
function page(name: string) {
  const view = views[`./${name}.page.tsx`]
  if (!view) throw new Error(`No page ${name}`)
  return { id: `src/admin/${name}.page.tsx`, lazy: { Component: async () => (await view()).default } }
}

export const adminRoutes: RouteObject[] = [
  {
    path: 'admin',
    ...page('frame/frame'),
    // The pages fetch their own data in the browser.
    loader: async (args) => (await import('./frame/frame.loader.ts')).loader(args),
    children: ADMIN_PAGES.map(({ path, view }) => (path === '' ? { index: true, ...page(view) } : { path, ...page(view) })),
  },
]
