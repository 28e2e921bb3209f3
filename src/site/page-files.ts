/** Collects the built scripts and style sheets of a page, so that the browser can preload them. Memoised per set of routes. */
import type { StaticHandlerContext } from 'react-router'
import type { PageAssets } from '#platform/pages/page-renderer.ts'

export interface PageFiles {
  css: string[]
  /** JSON array of script URLs in dependency order. public/start.js fetches them after the first paint and runs them in this order, `js` last. */
  files: string
}

// oxlint-disable-next-line eslint-js/no-restricted-syntax -- sets of routes
const pageFilesByRoutes = new Map<string, PageFiles>()

export function pageFiles(assets: PageAssets, { matches }: StaticHandlerContext): PageFiles {
  const ids = matches.map(({ route }) => route.id)
  const key = ids.join(' ')
  const files = pageFilesByRoutes.get(key) ?? collectFiles(assets, ids)
  pageFilesByRoutes.set(key, files)
  return files
}

function collectFiles({ manifest, css, js }: PageAssets, ids: string[]): PageFiles {
  const chunks = new Map<string, PageAssets['manifest'][string]>()
  const files: string[] = []
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || chunks.has(key)) return
    chunks.set(key, chunk)
    chunk.imports?.forEach(add)
    files.push(`/${chunk.file}`)
  }
  add('src/app/pages/entry-client.tsx')
  for (const id of ids) {
    // Pages of the back-office depend on its routes, which the browser loads first.
    if (id.startsWith('src/admin/')) add('src/admin/routes.tsx')
    add(id)
  }
  const pageChunks = [...chunks.values()]
  return {
    css: [...new Set([...css, ...pageChunks.flatMap((chunk) => (chunk.css ?? []).map((file) => `/${file}`))])],
    files: JSON.stringify([...files.filter((file) => !js.includes(file)), ...js]),
  }
}
