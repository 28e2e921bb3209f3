/** Which built files a page's own code and looks are in, so that they are asked for at once. Worked out once per set of routes. */
import type { StaticHandlerContext } from 'react-router'
import type { PageAssets } from '#platform/pages/page-renderer.ts'

export interface PageFiles {
  css: string[]
  /** The scripts as a JSON array, each after those it imports: public/start.js asks for them once the page is painted and runs one after the other, the page's last. */
  files: string
}

// oxlint-disable-next-line eslint-js/no-restricted-syntax -- sets of routes
const known = new Map<string, PageFiles>()

export function pageFiles(assets: PageAssets, { matches }: StaticHandlerContext): PageFiles {
  const ids = matches.map(({ route }) => route.id)
  const key = ids.join(' ')
  const found = known.get(key) ?? gather(assets, ids)
  known.set(key, found)
  return found
}

function gather({ manifest, css, js }: PageAssets, ids: string[]): PageFiles {
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
    // The browser fetches the routes of the back-office before its pages.
    if (id.startsWith('src/admin/')) add('src/admin/routes.tsx')
    add(id)
  }
  const all = [...chunks.values()]
  return {
    css: [...new Set([...css, ...all.flatMap((chunk) => (chunk.css ?? []).map((file) => `/${file}`))])],
    files: JSON.stringify([...files.filter((file) => !js.includes(file)), ...js]),
  }
}
