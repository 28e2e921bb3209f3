/** Pictures by their served path, composed when first asked for and kept. */
import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { toOwnBytes } from '#platform/cache/own-bytes.ts'
import { drawnScene } from './drawn.scene.ts'
import { readDrawnPath } from './drawn.policy.ts'
import { composePicture } from './picture.compose.ts'

const art = new URL('../../../content/art/', import.meta.url)
const tokensFile = new URL('../../ui/styles/tokens.css', import.meta.url)
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const KNOWN = /^(articles|products|categories|experts|scenes|tools)\/[a-z0-9-]+\.svg$/
const DRAWN = /^drawn\//
/** Of the drawings without a file there may be any number: some three hundred pictures are kept, the latest asked for. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024

/** One picture in each encoding a browser may take. */
export interface ComposedPicture {
  identity: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
}

const composed = createBoundedCache<ComposedPicture>({
  maxBytes: MAX_CACHED_BYTES,
  bytesOf: ({ identity, br, gzip }) => identity.length + br.length + gzip.length + 400,
  fetchMethod: compose,
})

/**
 * @param path below `/art/`: `articles/winter-range.svg`
 * @returns undefined when there is no such picture
 */
export async function findPicture(path: string): Promise<ComposedPicture | undefined> {
  const isPossible = DRAWN.test(path) ? readDrawnPath(`/art/${path}`) !== undefined : KNOWN.test(path)
  return isPossible ? composed.fetch(path) : undefined
}

/** Forgets what was composed, so that a drawing changed while developing is seen. */
export const clearPictureCache = () => composed.clear()

/** @returns a scene's own text, undefined when there is none at this path below `/art/` */
export async function readScene(path: string): Promise<string | undefined> {
  if (KNOWN.test(path)) return readFile(new URL(path, art), 'utf8').catch(() => undefined)
  const drawn = DRAWN.test(path) ? readDrawnPath(`/art/${path}`) : undefined
  return drawn && drawnScene(drawn)
}

/** What every drawing is made of. */
export async function readSources(): Promise<{ parts: string; tokens: string }> {
  const [parts, tokens] = await Promise.all([readFile(new URL('parts.svg', art), 'utf8'), readFile(tokensFile, 'utf8')])
  return { parts, tokens }
}

async function compose(path: string): Promise<ComposedPicture | undefined> {
  const scene = await readScene(path)
  if (scene === undefined) return undefined
  const identity = toOwnBytes(composePicture({ scene, ...(await readSources()) }))
  const [br, gz] = await Promise.all([toBrotli(identity), toGzip(identity)])
  return {
    identity,
    br: toOwnBytes(br),
    gzip: toOwnBytes(gz),
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
  }
}
