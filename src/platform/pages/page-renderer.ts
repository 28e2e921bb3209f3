/** Loads the page bundle (built, or through Vite while developing) and renders a page from it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiTransport } from '#platform/client/api.client.ts'
import type { OwnQuery, BodySlot } from '#platform/cache/slotted-body.ts'

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
  /** Of a page for everybody: where in `html` somebody who is signed in sees something else. */
  slots?: readonly BodySlot[]
  /** Of a page for everybody: what somebody who is signed in is told beside, as it is their own. */
  ownQueries?: readonly OwnQuery[]
}

export interface PageRequest {
  url: string
  transport: ApiTransport
  /** What a form without a script has posted to this address. */
  form?: URLSearchParams
  /** It is kept for everybody, those who are signed in among them. */
  isForEverybody?: boolean
  /** @param data all that the page at this address is drawn from, beside the time. @returns whether the page is known that is drawn from it */
  isKnown?: (data: string) => boolean
}

/** The contract between the server and `src/app/pages/entry-server.tsx`. */
export interface PageBundle {
  renderPage(request: PageRequest, assets: PageAssets): Promise<RenderedPage>
  /** Query parameters that the page at a path reads; every other is ignored. */
  acceptedParameters(path: string): readonly string[]
  /** Whether whoever is signed in gets the same page there as everybody else, but for what is their own in it. */
  isForEverybody(path: string): boolean
  /** What somebody who is signed in sees in a place of such a page. @param transport asks as them */
  renderOwnPart(part: Pick<BodySlot, 'name' | 'about'>, transport: ApiTransport): Promise<string>
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
  const files = [entry, ...(entry.imports ?? []).map((name) => manifest[name])].flatMap((chunk) => chunk?.assets ?? [])
  const slashed = (files: string[] | undefined) => (files ?? []).map((file) => `/${file}`)
  const assets = {
    manifest,
    js: [`/${entry.file}`],
    css: slashed(entry.css),
    // The letters of every page. The style sheet loads rare ones where a page has them.
    fonts: slashed(files.filter((file) => /-cut-[^/]*\.woff2$/.test(file))),
  }
  let bundle: Promise<PageBundle> | undefined
  return {
    isCached: true,
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
