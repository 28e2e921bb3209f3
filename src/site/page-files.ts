/** Which built files a page's own code and looks are in, so that they are asked for at once. Worked out once per set of routes. */
import type { StaticHandlerContext } from 'react-router'
import type { PageAssets } from '#platform/pages/page-renderer.ts'

export interface PageFiles {
  css: string[]
  /** The scripts as a JSON array, each after those it imports: public/start.js asks for them once the page is painted and runs one after the other, the page's last. */
  files: string
}

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
    // Where a floor has its list of pages in a file of its own, that leads to them.
    add(id.replace(/^(src\/\w+)\/.*/, '$1/views.ts'))
    add(id)
    add(id.replace(/\.page\.tsx$/, '.loader.ts'))
  }
  const all = [...chunks.values()]
  return {
    css: [...new Set([...css, ...all.flatMap((chunk) => (chunk.css ?? []).map((file) => `/${file}`))])],
    files: JSON.stringify([...files.filter((file) => !js.includes(file)), ...js]),
  }
}
