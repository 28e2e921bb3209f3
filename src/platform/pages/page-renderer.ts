/** Loads the page bundle, built or through Vite in development. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiTransport } from '#platform/client/api.client.ts'

/** Files for the document head, as URL paths. */
export interface PageAssets {
  js: string[]
  css: string[]
  fonts: string[]
  /** Vite's manifest; empty in development. */
  manifest: Record<string, { file: string; css?: string[]; imports?: string[]; assets?: string[] }>
}

export interface RenderedPage {
  status: number
  html: string
  /** Whether all of its data could be loaded; otherwise the page is not cached. */
  complete: boolean
  /** Set if the page is a redirect; `html` is empty then. */
  location?: string
  /** Whether the cached page is up to date (`isCurrentSource`); `html` is empty then. */
  isUnchanged?: boolean
  /** Maximum age of a shared page without writes, in milliseconds. */
  freshForMs?: number
}

export interface PageRequest {
  url: string
  transport: ApiTransport
  /** Body of a form that was posted without JavaScript. */
  form?: URLSearchParams
  /** Whether the page is rendered as for a visitor, because members get the same. */
  isForEverybody?: boolean
  /**
   * @param data everything that the page is rendered from, except the time.
   * @returns whether the cached page was rendered from the same data
   */
  isCurrentSource?: (data: string) => boolean
}

/** The contract between the server and `src/app/pages/entry-server.tsx`. */
export interface PageBundle {
  renderPage(request: PageRequest, assets: PageAssets): Promise<RenderedPage>
  /** Query parameters that the page at a path reads; others are ignored. */
  acceptedParameters(path: string): readonly string[]
}

export interface PageRenderer {
  /** Whether rendered pages may be cached; false in development. */
  isCached: boolean
  load(): Promise<PageBundle>
  assets(): PageAssets
}

const CLIENT_FOLDER = 'dist/client'

/** Loads the built pages. @param root folder of the project @throws Error if they are not built */
export function createBuiltPages(root: string): PageRenderer {
  const manifest = JSON.parse(readFileSync(join(root, CLIENT_FOLDER, '.vite/manifest.json'), 'utf8')) as PageAssets['manifest']
  const entry = manifest['src/app/pages/entry-client.tsx']
  if (!entry) throw new Error('The pages are not built. Run npm run build.')
  // Style sheets and fonts may belong to a chunk that the entry imports.
  const chunks = [entry, ...(entry.imports ?? []).map((key) => manifest[key])]
  const toPaths = (files: string[] | undefined) => (files ?? []).map((file) => `/${file}`)
  const assets = {
    manifest,
    js: [`/${entry.file}`],
    css: toPaths(chunks.flatMap((chunk) => chunk?.css ?? [])),
    // Preloads only the font subsets with common characters.
    fonts: toPaths(chunks.flatMap((chunk) => chunk?.assets ?? []).filter((file) => /-cut-[^/]*\.woff2$/.test(file))),
  }
  let bundle: Promise<PageBundle> | undefined
  return {
    isCached: true,
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- built from source that is checked
    load: () => (bundle ??= import(join(root, 'dist/server/entry-server.js')) as Promise<PageBundle>),
    assets: () => assets,
  }
}

/** Loads pages from their source, for `npm run dev`. */
export function createDevPages(loadModule: (path: string) => Promise<unknown>): PageRenderer {
  return {
    isCached: false,
    load: () => loadModule('/src/app/pages/entry-server.tsx') as Promise<PageBundle>,
    assets: () => ({ manifest: {}, js: ['/@dev-entry.js'], css: ['/src/ui/styles/styles.css'], fonts: [] }),
  }
}
