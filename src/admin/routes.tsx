/** Defines the routes of the back-office, which load when its first page is opened. Each page is a separate chunk. */
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { ADMIN_PAGES } from './pages.ts'

const pageModules = import.meta.glob<{ default: ComponentType }>('./**/*.page.tsx')

/** Creates a lazy route. Its id is the page's key in Vite's manifest, so that the server can preload its chunk. */
function createPageRoute(modulePath: string) {
  const loadModule = pageModules[`./${modulePath}.page.tsx`]
  if (!loadModule) throw new Error(`No page ${modulePath}`)
  return { id: `src/admin/${modulePath}.page.tsx`, lazy: { Component: async () => (await loadModule()).default } }
}

export const adminRoutes: RouteObject[] = [
  {
    path: 'admin',
    ...createPageRoute('frame/frame'),
    // This loader only checks access; the pages fetch their data in the browser.
    loader: async (args) => (await import('./frame/frame.loader.ts')).loader(args),
    children: ADMIN_PAGES.map(({ path, view }) =>
      path === '' ? { index: true, ...createPageRoute(view) } : { path, ...createPageRoute(view) },
    ),
  },
]
