/** Pictures by their served path, composed when first asked for and kept. */
import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { composePicture } from './picture.compose.ts'

const art = new URL('../../../content/art/', import.meta.url)
const tokensFile = new URL('../../ui/tokens.css', import.meta.url)
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const KNOWN = /^(articles|products|categories|experts|scenes)\/[a-z0-9-]+\.svg$/

/** One picture in each encoding a browser may take. */
export interface ComposedPicture {
  identity: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
}

const composed = new Map<string, Promise<ComposedPicture | undefined>>()

/**
 * @param path below `/art/`: `articles/winter-range.svg`
 * @returns undefined when there is no such picture
 */
export function findPicture(path: string): Promise<ComposedPicture | undefined> {
  if (!KNOWN.test(path)) return Promise.resolve(undefined)
  const found = composed.get(path) ?? compose(path)
  composed.set(path, found)
  return found
}

/** Forgets what was composed, so that a drawing changed while developing is seen. */
export const forgetPictures = () => composed.clear()

/** @returns a scene's own text, undefined when there is none at this path below `/art/` */
export const readScene = async (path: string): Promise<string | undefined> =>
  KNOWN.test(path) ? await readFile(new URL(path, art), 'utf8').catch(() => undefined) : undefined

/** What every drawing is made of. */
export async function readSources(): Promise<{ parts: string; tokens: string }> {
  const [parts, tokens] = await Promise.all([readFile(new URL('parts.svg', art), 'utf8'), readFile(tokensFile, 'utf8')])
  return { parts, tokens }
}

async function compose(path: string): Promise<ComposedPicture | undefined> {
  const scene = await readScene(path)
  if (scene === undefined) {
    composed.delete(path)
    return undefined
  }
  const identity = Buffer.from(composePicture({ scene, ...(await readSources()) }))
  const [br, gz] = await Promise.all([toBrotli(identity), toGzip(identity)])
  return { identity, br, gzip: gz, etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"` }
}
