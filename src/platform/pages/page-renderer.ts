/** Loads the page bundle (built, or through Vite while developing) and renders a page from it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiTransport } from '#platform/client/api.client.ts'

/** What the bundle needs to know to write the head. Paths as the browser asks for them. */
export interface PageAssets {
  js: string[]
  css: string[]
  fonts: string[]
  /** Vite's manifest; empty while developing. */
  manifest: Record<string, { file: string; css?: string[]; imports?: string[]; assets?: string[] }>
}

export interface RenderedPage {
  status: number
  html: string
  /** False when some of its data could not be loaded: such a page is for this visitor only. */
  complete: boolean
  /** Set when the page is a redirect; `html` is empty then. */
  location?: string
  /** It would be the page that is known: `html` is empty. */
  isUnchanged?: boolean
  /** Of a page for everybody: how long it is right, in milliseconds, while nothing is written about it. */
  freshForMs?: number
}

export interface PageRequest {
  url: string
  transport: ApiTransport
  /** What a form without a script has posted to this address. */
  form?: URLSearchParams
  /** Members get the same page as visitors, for whom it is rendered. */
  isForEverybody?: boolean
  /** @param data all that the page at this address is drawn from, beside the time. @returns whether the page is known that is drawn from it */
  isKnown?: (data: string) => boolean
}

/** The contract between the server and `src/app/pages/entry-server.tsx`. */
export interface PageBundle {
  renderPage(request: PageRequest, assets: PageAssets): Promise<RenderedPage>
  /** Query parameters that the page at a path reads; every other is ignored. */
  acceptedParameters(path: string): readonly string[]
}

export interface PageRenderer {
  /** Whether rendered pages may be kept; not while their source may change. */
  isCached: boolean
  load(): Promise<PageBundle>
  assets(): PageAssets
}

const CLIENT = 'dist/client'

/** The built pages. @throws Error when they are not built */
export function createBuiltPages(root: string): PageRenderer {
  const manifest = JSON.parse(readFileSync(join(root, CLIENT, '.vite/manifest.json'), 'utf8')) as PageAssets['manifest']
  const entry = manifest['src/app/pages/entry-client.tsx']
  if (!entry) throw new Error('The pages are not built. Run npm run build.')
  // Style sheets and fonts may belong to a chunk that the entry imports.
  const chunks = [entry, ...(entry.imports ?? []).map((key) => manifest[key])]
  const slashed = (files: string[] | undefined) => (files ?? []).map((file) => `/${file}`)
  const assets = {
    manifest,
    js: [`/${entry.file}`],
    css: slashed(chunks.flatMap((chunk) => chunk?.css ?? [])),
    // The letters of every page; rare ones are asked for by the pages that have them.
    fonts: slashed(chunks.flatMap((chunk) => chunk?.assets ?? []).filter((file) => /-cut-[^/]*\.woff2$/.test(file))),
  }
  let bundle: Promise<PageBundle> | undefined
  return {
    isCached: true,
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- built from source that is checked
    load: () => (bundle ??= import(join(root, 'dist/server/entry-server.js')) as Promise<PageBundle>),
    assets: () => assets,
  }
}

/** Pages straight from the source, for `npm run dev`. */
export function createDevPages(loadModule: (path: string) => Promise<unknown>): PageRenderer {
  return {
    isCached: false,
    load: () => loadModule('/src/app/pages/entry-server.tsx') as Promise<PageBundle>,
    assets: () => ({ manifest: {}, js: ['/@dev-entry.js'], css: ['/src/ui/styles/styles.css'], fonts: [] }),
  }
}
