/** The pages of the back-office as routes. Each page is its own chunk; nothing of it is in the public pages. */
import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import { ADMIN_PAGES } from './pages.ts'

const views = import.meta.glob<{ default: ComponentType }>('./**/*.page.tsx')
const loaders = import.meta.glob<{ loader: LoaderFunction }>('./**/*.loader.ts')

/** The id is the page's key in Vite's manifest, so that the server can preload it. */
function page(name: string) {
  const view = views[`./${name}.page.tsx`]
  const loader = loaders[`./${name}.loader.ts`]
  if (!view) throw new Error(`No page ${name}`)
  return {
    id: `src/admin/${name}.page.tsx`,
    lazy: { Component: async () => (await view()).default, ...(loader ? { loader: async () => (await loader()).loader } : {}) },
  }
}

export const adminRoutes: RouteObject[] = [
  {
    path: 'admin',
    ...page('frame/frame'),
    children: ADMIN_PAGES.map(({ path, view }) => (path === '' ? { index: true, ...page(view) } : { path, ...page(view) })),
  },
]
