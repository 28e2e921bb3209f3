/** Lists the built scripts and style sheets of a page, so that the browser loads them early. The result is memoised by the ids of the routes. */
import type { StaticHandlerContext } from 'react-router'
import type { PageAssets } from '#platform/pages/page-renderer.ts'

export interface PageFiles {
  /** URLs of the style sheets. */
  css: string[]
  /**
   * JSON array of script URLs in dependency order. `public/start.js` fetches them after the first paint and runs them in this order, the
   * entry scripts last.
   */
  files: string
}

// oxlint-disable-next-line eslint-js/no-restricted-syntax -- there are few sets of routes
const pageFilesByRoutes = new Map<string, PageFiles>()

export function pageFiles(assets: PageAssets, { matches }: StaticHandlerContext): PageFiles {
  const routeIds = matches.map(({ route }) => route.id)
  const key = routeIds.join(' ')
  const files = pageFilesByRoutes.get(key) ?? collectFiles(assets, routeIds)
  pageFilesByRoutes.set(key, files)
  return files
}

function collectFiles({ manifest, css, js }: PageAssets, routeIds: string[]): PageFiles {
  const chunks = new Map<string, PageAssets['manifest'][string]>()
  const files: string[] = []
  const addChunk = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || chunks.has(key)) return
    chunks.set(key, chunk)
    chunk.imports?.forEach(addChunk)
    files.push(`/${chunk.file}`)
  }
  addChunk('src/app/pages/entry-client.tsx')
  for (const id of routeIds) {
    // The browser loads the routes of the back-office before its pages.
    if (id.startsWith('src/admin/')) addChunk('src/admin/routes.tsx')
    addChunk(id)
  }
  const pageChunks = [...chunks.values()]
  return {
    css: [...new Set([...css, ...pageChunks.flatMap((chunk) => (chunk.css ?? []).map((file) => `/${file}`))])],
    files: JSON.stringify([...files.filter((file) => !js.includes(file)), ...js]),
  }
}
