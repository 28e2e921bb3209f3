/** Pictures for shared cards: drawn when first asked for, and kept beside the site's other files. */
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, notFound } from '#platform/errors.ts'
import { PoolBusyError } from '#platform/worker-pool.ts'
import { readScene, readSources } from './picture.service.ts'
import type { ShareCard } from './share.card.ts'
import type { CardPool } from './share.drawing.ts'

/** A card whose drawing is still to be read: `/art/articles/winter-range.svg`. */
export type SharedPage = Omit<ShareCard, 'art' | 'category'> & {
  /** Absent: the drawing's own. */
  category?: string
  art: { drawing: string; shape: 'panel' | 'round' | 'landscape' } | { photo: string }
}

/** Raised when cards are drawn differently, so that those kept on disk are drawn anew. */
const CARD_FORM = 1
/** For whoever finds no room in the queue. */
const COME_BACK_SECONDS = 20
const DAY_MS = 86_400_000
const OLD_MS = 90 * DAY_MS
const VALLEY = 'scenes/share.svg'
const NAME = /^[a-z0-9-]{1,200}$/

const tooMuch = () => new AppError(503, 'picture.busy', 'Too many pictures at once. Please come back.', undefined, COME_BACK_SECONDS)

export interface SharePicture {
  etag: string
  read(): Promise<Uint8Array>
}

/**
 * @param pool what draws it
 * @param siteFolder where the site's files lie
 * @param name what the page is, `article-winter-range`: an older picture of the same name goes
 */
export async function findSharePicture(
  pool: Pick<CardPool, 'run'>,
  siteFolder: string,
  name: string,
  page: SharedPage,
): Promise<SharePicture> {
  if (!NAME.test(name)) throw notFound('picture')
  const sources = await readSources()
  const art = await readArt(page.art)
  const card: ShareCard = { ...page, art, category: page.category ?? categoryOf(art) }
  const inputs = hash('sha256', JSON.stringify([CARD_FORM, card, sources]), 'base64url').slice(0, 22)
  return { etag: `"${inputs}"`, read: () => readOrDraw(join(siteFolder, 'share'), name, inputs, () => pool.run({ card, sources })) }
}

/** Where the page's own picture has gone, the valley stands. */
async function readArt(art: SharedPage['art']): Promise<ShareCard['art']> {
  if ('photo' in art) return existsSync(art.photo) ? art : { scene: (await readScene(VALLEY)) ?? '', shape: 'panel' }
  return { shape: art.shape, scene: (await readScene(art.drawing)) ?? (await readScene(VALLEY)) ?? '' }
}

const categoryOf = (art: ShareCard['art']): string =>
  ('scene' in art && /^<svg[^>]* class="(cat-\w+)"/.exec(art.scene)?.[1]) || 'cat-living'

/** What is being drawn, by its file: who asks for the same waits for the same. */
const drawing = new Map<string, Promise<Uint8Array>>()

async function readOrDraw(folder: string, name: string, inputs: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const file = join(folder, `${name}.${inputs}.png`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept) return kept
  const begun = drawing.get(file)
  if (begun) return begun
  const drawn = drawAndKeep(folder, name, file, draw).finally(() => drawing.delete(file))
  drawing.set(file, drawn)
  return drawn
}

async function drawAndKeep(folder: string, name: string, file: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const bytes = await draw().catch((fault: unknown) => {
    throw fault instanceof PoolBusyError ? tooMuch() : fault
  })
  await keep(folder, name, file, bytes)
  return bytes
}

/** A picture is there whole or not at all; the one it replaces goes. */
async function keep(folder: string, name: string, file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true })
  await removeOld(folder)
  for (const other of await readdir(folder)) if (other.startsWith(`${name}.`)) await rm(join(folder, other), { force: true })
  const unfinished = `${file}.${crypto.randomUUID()}`
  await writeFile(unfinished, bytes)
  await rename(unfinished, file)
}

const lookedThrough = new Map<string, number>()

/** What nobody has asked anew for a season may be of a page that is no more. Looked for once a day. */
async function removeOld(folder: string): Promise<void> {
  const now = Date.now()
  if (now - (lookedThrough.get(folder) ?? 0) < DAY_MS) return
  lookedThrough.set(folder, now)
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs > OLD_MS) await rm(join(folder, name), { force: true })
  }
}
