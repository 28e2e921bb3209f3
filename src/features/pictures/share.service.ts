/** Share cards: rendered on first request and stored in the site's files. */
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describeDatabaseProblem } from '#platform/http/database-problem.ts'
import type { Site } from '#platform/contract/context.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import { PoolBusyError } from '#platform/jobs/worker-pool.ts'
import { readScene, readSources } from './picture.service.ts'
import type { ShareCard } from './share.card.ts'
import type { CardPool } from './share.drawing.ts'

/** A card whose art is still to be read. `drawing`: path below `/art/`, such as `articles/winter-range.svg`. */
export type SharedPage = Omit<ShareCard, 'art' | 'category'> & {
  /** Default: the category of the drawing. */
  category?: string
  art: { drawing: string; shape: 'panel' | 'round' | 'landscape' } | { photo: string }
}

/** A card before its photo is read: `photo` is its path in the site's files. */
type UnreadCard = Omit<ShareCard, 'art'> & { art: Exclude<ShareCard['art'], { photo: unknown }> | { photo: string } }

/** Version of the layout: incremented when cards are rendered differently, to re-render stored ones. */
const CARD_VERSION = 2
/** Retry-After if the queue is full. */
const RETRY_AFTER_SECONDS = 20
const DAY_MS = 86_400_000
const MAX_AGE_MS = 90 * DAY_MS
const FOLDER = 'share'
const FALLBACK_DRAWING = 'scenes/share.svg'
const NAME = /^[a-z0-9-]{1,200}$/

const queueFull = () =>
  new AppError(503, 'picture.busy', 'Too many pictures at the moment. Please try again shortly.', undefined, RETRY_AFTER_SECONDS)

export interface SharePicture {
  etag: string
  read(): Promise<Uint8Array>
}

/**
 * @param pool renders the card
 * @param name name of the page, such as `article-winter-range`; replaces older pictures of the same name
 * @returns the ETag, which is calculated without rendering, and a function that reads or renders the PNG
 * @throws AppError 404 for an invalid name; `read` throws 503 if the queue is full
 */
export async function findSharePicture(
  pool: Pick<CardPool, 'run'>,
  site: Pick<Site, 'id' | 'files'>,
  name: string,
  page: SharedPage,
): Promise<SharePicture> {
  if (!NAME.test(name)) throw notFound('picture')
  const sources = await readSources()
  const art = await readArt(site, page.art)
  const card: UnreadCard = { ...page, art, category: page.category ?? categoryOf(art) }
  const inputs = hash('sha256', JSON.stringify([CARD_VERSION, card, sources]), 'base64url').slice(0, 22)
  const draw = async () => pool.run({ card: await withPhoto(site, card), sources })
  return { etag: `"${inputs}"`, read: () => readOrDraw(site, name, inputs, draw) }
}

/** Reads the art; a missing picture is replaced by the fallback drawing. */
async function readArt({ files }: Pick<Site, 'files'>, art: SharedPage['art']): Promise<UnreadCard['art']> {
  if ('photo' in art) return (await files.find(art.photo)) ? art : { scene: (await readScene(FALLBACK_DRAWING)) ?? '', shape: 'panel' }
  return { shape: art.shape, scene: (await readScene(art.drawing)) ?? (await readScene(FALLBACK_DRAWING)) ?? '' }
}

async function withPhoto({ files }: Pick<Site, 'files'>, { art, ...card }: UnreadCard): Promise<ShareCard> {
  if (!('photo' in art)) return { ...card, art }
  const photo = await readWhole(files, art.photo)
  if (!photo) throw notFound('picture')
  return { ...card, art: { photo } }
}

const readWhole = async (files: Site['files'], path: string): Promise<Uint8Array | undefined> => {
  const file = await files.find(path)
  return file && buffer(file.read())
}

const categoryOf = (art: UnreadCard['art']): string =>
  ('scene' in art && /^<svg[^>]* class="(cat-\w+)"/.exec(art.scene)?.[1]) || 'cat-living'

/** Pending reads and renderings by site and file, shared by concurrent requests (stampede protection). */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- pictures that are being drawn
const pending = new Map<string, Promise<Uint8Array>>()

type CardSite = Pick<Site, 'id' | 'files'>

async function readOrDraw(site: CardSite, name: string, inputs: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const file = `${name}.${inputs}.png`
  const key = `${site.id} ${file}`
  const shared = pending.get(key)
  if (shared) return shared
  // The file lookup is part of the shared promise: a lookup before it could miss a card that is stored meanwhile, and render it again.
  const read = (async () => (await readWhole(site.files, `${FOLDER}/${file}`)) ?? drawAndStore(site, name, file, draw))()
  const tracked = read.finally(() => pending.delete(key))
  pending.set(key, tracked)
  return tracked
}

/** Renders the card and replaces stored ones of the same name. */
async function drawAndStore({ id, files }: CardSite, name: string, file: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const bytes = await draw().catch((error: unknown) => {
    throw error instanceof PoolBusyError ? queueFull() : error
  })
  // If the database does not accept writes, the card is sent without being stored.
  const store = async () => {
    await removeOld(id, files)
    await files.replaceFile(FOLDER, file, bytes, `${name}.`)
  }
  await store().catch((error: unknown) => {
    if (describeDatabaseProblem(error) === undefined) throw error
  })
  return bytes
}

// oxlint-disable-next-line eslint-js/no-restricted-syntax -- the sites
const lastRemovals = new Map<string, number>()

/** Deletes cards rendered more than 90 days ago, whose pages may be gone. At most once a day per site. */
async function removeOld(site: string, files: Site['files']): Promise<void> {
  const now = Date.now()
  if (now - (lastRemovals.get(site) ?? 0) < DAY_MS) return
  lastRemovals.set(site, now)
  await files.removeFilesBefore(FOLDER, now - MAX_AGE_MS)
}
