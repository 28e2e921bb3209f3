/** Pictures by URL path, composed on first request and cached. */
import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { toUnpooledBuffer } from '#platform/cache/unpooled-buffer.ts'
import { drawnScene } from './drawn.scene.ts'
import { parseDrawnPath } from './drawn.policy.ts'
import { composePicture } from './picture.compose.ts'

const art = new URL('../../../content/art/', import.meta.url)
const tokensFile = new URL('../../ui/styles/tokens.css', import.meta.url)
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const FILE_PATH = /^(articles|products|categories|experts|scenes|tools)\/[a-z0-9-]+\.svg$/
const GENERATED_PATH = /^drawn\//
/** About 300 pictures, least recently used dropped first; the number of generated drawings is unlimited. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024

/** One picture in each content encoding. */
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
 * @returns undefined if there is no such picture
 */
export async function findPicture(path: string): Promise<ComposedPicture | undefined> {
  const isPossible = GENERATED_PATH.test(path) ? parseDrawnPath(`/art/${path}`) !== undefined : FILE_PATH.test(path)
  return isPossible ? composed.fetch(path) : undefined
}

/** Clears the cache, so that changed drawings are shown during development. */
export const clearPictureCache = () => composed.clear()

/** @param path below `/art/` @returns the scene's SVG text; undefined if there is none */
export async function readScene(path: string): Promise<string | undefined> {
  if (FILE_PATH.test(path)) return readFile(new URL(path, art), 'utf8').catch(() => undefined)
  const drawn = GENERATED_PATH.test(path) ? parseDrawnPath(`/art/${path}`) : undefined
  return drawn && drawnScene(drawn)
}

/** Reads the shared sources of all drawings. */
export async function readSources(): Promise<{ parts: string; tokens: string }> {
  const [parts, tokens] = await Promise.all([readFile(new URL('parts.svg', art), 'utf8'), readFile(tokensFile, 'utf8')])
  return { parts, tokens }
}

async function compose(path: string): Promise<ComposedPicture | undefined> {
  const scene = await readScene(path)
  if (scene === undefined) return undefined
  const identity = toUnpooledBuffer(composePicture({ scene, ...(await readSources()) }))
  const [br, gz] = await Promise.all([toBrotli(identity), toGzip(identity)])
  return {
    identity,
    br: toUnpooledBuffer(br),
    gzip: toUnpooledBuffer(gz),
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
  }
}
