/** Returns pictures by URL path. They are composed on first request and cached. */
import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { toUnpooledBuffer } from '#platform/cache/unpooled-buffer.ts'
import { drawScene } from './drawn.scene.ts'
import { parseDrawnPath } from './drawn.policy.ts'
import { composePicture } from './picture.compose.ts'

const ART_FOLDER = new URL('../../../content/art/', import.meta.url)
const TOKENS_FILE = new URL('../../ui/styles/tokens.css', import.meta.url)
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const FILE_PATH = /^(articles|products|categories|experts|scenes|tools)\/[a-z0-9-]+\.svg$/
const GENERATED_PATH = /^drawn\//
/** Maximum size of the cache, enough for about 300 pictures. It drops the least recently used ones, as the number of possible drawings is unlimited. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024

/** A composed picture in each content encoding. */
export interface ComposedPicture {
  identity: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
}

const pictureCache = createBoundedCache<ComposedPicture>({
  maxBytes: MAX_CACHED_BYTES,
  bytesOf: ({ identity, br, gzip }) => identity.length + br.length + gzip.length + 400,
  fetchMethod: composeEncodings,
})

/**
 * Returns a composed picture.
 * @param path path below `/art/`, such as `articles/winter-range.svg`
 * @returns undefined if there is no such picture
 */
export async function findPicture(path: string): Promise<ComposedPicture | undefined> {
  const isPossible = GENERATED_PATH.test(path) ? parseDrawnPath(`/art/${path}`) !== undefined : FILE_PATH.test(path)
  return isPossible ? pictureCache.fetch(path) : undefined
}

/** Clears the cache, so that changed drawings are shown during development. */
export const clearPictureCache = () => pictureCache.clear()

/**
 * Reads or draws the SVG text of a scene.
 * @param path path below `/art/`
 * @returns undefined if there is no such scene
 */
export async function readScene(path: string): Promise<string | undefined> {
  if (FILE_PATH.test(path)) return readFile(new URL(path, ART_FOLDER), 'utf8').catch(() => undefined)
  const drawn = GENERATED_PATH.test(path) ? parseDrawnPath(`/art/${path}`) : undefined
  return drawn && drawScene(drawn)
}

/** Reads the files that all drawings share. */
export async function readSources(): Promise<{ parts: string; tokens: string }> {
  const [parts, tokens] = await Promise.all([readFile(new URL('parts.svg', ART_FOLDER), 'utf8'), readFile(TOKENS_FILE, 'utf8')])
  return { parts, tokens }
}

async function composeEncodings(path: string): Promise<ComposedPicture | undefined> {
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
