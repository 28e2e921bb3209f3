/** Finds share cards. They are rendered on first request and stored in the site's files. */
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describeDatabaseProblem } from '#platform/http/database-problem.ts'
import type { Site } from '#platform/contract/context.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import { PoolBusyError } from '#platform/jobs/worker-pool.ts'
import { readScene, readSources } from './picture.service.ts'
import type { ShareCard } from './share.card.ts'
import type { CardPool } from './share.pool.ts'

/** A card whose art is not read yet. `drawing` is a path below `/art/`, such as `articles/winter-range.svg`; `photo` a path in the site's files. */
export type SharedPage = Omit<ShareCard, 'art' | 'category'> & {
  /** Category class; by default that of the drawing. */
  category?: string
  art: { drawing: string; shape: 'panel' | 'round' | 'landscape' } | { photo: string }
}

/** A card whose photo is not read yet: `photo` is its path in the site's files. */
type UnreadCard = Omit<ShareCard, 'art'> & { art: Exclude<ShareCard['art'], { photo: unknown }> | { photo: string } }

/** Version of the layout. It is incremented when cards are rendered differently, so that stored cards are rendered again. */
const CARD_VERSION = 2
/** Seconds in the Retry-After header if the queue is full. */
const RETRY_AFTER_SECONDS = 20
const DAY_MS = 86_400_000
const MAX_CARD_AGE_MS = 90 * DAY_MS
const CARD_FOLDER = 'share'
const FALLBACK_DRAWING = 'scenes/share.svg'
const NAME_PATTERN = /^[a-z0-9-]{1,200}$/

const createQueueFullError = () =>
  new AppError(503, 'picture.busy', 'Too many pictures at the moment. Please try again shortly.', undefined, RETRY_AFTER_SECONDS)

export interface SharePicture {
  etag: string
  read(): Promise<Uint8Array>
}

/**
 * Finds the share picture of a page.
 * @param pool worker pool that renders the card
 * @param name name of the page, such as `article-winter-range`; the picture replaces older ones of the same name
 * @returns the ETag, which is calculated without rendering, and a function that reads or renders the PNG
 * @throws AppError 404 for an invalid name; `read` throws 503 if the queue is full
 */
export async function findSharePicture(
  pool: Pick<CardPool, 'run'>,
  site: Pick<Site, 'id' | 'files'>,
  name: string,
  page: SharedPage,
): Promise<SharePicture> {
  if (!NAME_PATTERN.test(name)) throw notFound('picture')
  const sources = await readSources()
  const art = await readArt(site, page.art)
  const card: UnreadCard = { ...page, art, category: page.category ?? findCategory(art) }
  const inputHash = hash('sha256', JSON.stringify([CARD_VERSION, card, sources]), 'base64url').slice(0, 22)
  const renderCard = async () => pool.run({ card: await loadPhoto(site, card), sources })
  return { etag: `"${inputHash}"`, read: () => readOrRender(site, name, inputHash, renderCard) }
}

/** Reads the art; a missing picture is replaced by the fallback drawing. */
async function readArt({ files }: Pick<Site, 'files'>, art: SharedPage['art']): Promise<UnreadCard['art']> {
  if ('photo' in art) return (await files.find(art.photo)) ? art : { scene: (await readScene(FALLBACK_DRAWING)) ?? '', shape: 'panel' }
  return { shape: art.shape, scene: (await readScene(art.drawing)) ?? (await readScene(FALLBACK_DRAWING)) ?? '' }
}

async function loadPhoto({ files }: Pick<Site, 'files'>, { art, ...card }: UnreadCard): Promise<ShareCard> {
  if (!('photo' in art)) return { ...card, art }
  const photo = await readStoredFile(files, art.photo)
  if (!photo) throw notFound('picture')
  return { ...card, art: { photo } }
}

const readStoredFile = async (files: Site['files'], path: string): Promise<Uint8Array | undefined> => {
  const file = await files.find(path)
  return file && buffer(file.read())
}

const findCategory = (art: UnreadCard['art']): string =>
  ('scene' in art && /^<svg[^>]* class="(cat-\w+)"/.exec(art.scene)?.[1]) || 'cat-living'

/** Pending reads and renderings by site and file. Concurrent requests share them (stampede protection). */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- pictures that are being drawn
const pending = new Map<string, Promise<Uint8Array>>()

type CardSite = Pick<Site, 'id' | 'files'>

async function readOrRender(site: CardSite, name: string, inputHash: string, renderCard: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const file = `${name}.${inputHash}.png`
  const key = `${site.id} ${file}`
  const pendingBytes = pending.get(key)
  if (pendingBytes) return pendingBytes
  // The file is looked up within the shared promise: a lookup before it could miss a card that is stored meanwhile, and render it again.
  const reading = (async () =>
    (await readStoredFile(site.files, `${CARD_FOLDER}/${file}`)) ?? renderAndStore(site, name, file, renderCard))()
  const tracked = reading.finally(() => pending.delete(key))
  pending.set(key, tracked)
  return tracked
}

/** Renders the card, and replaces stored cards of the same name. */
async function renderAndStore(
  { id, files }: CardSite,
  name: string,
  file: string,
  renderCard: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const bytes = await renderCard().catch((error: unknown) => {
    throw error instanceof PoolBusyError ? createQueueFullError() : error
  })
  // If the database does not accept writes, the card is returned without being stored.
  const store = async () => {
    await removeOldCards(id, files)
    await files.replaceFile(CARD_FOLDER, file, bytes, `${name}.`)
  }
  await store().catch((error: unknown) => {
    if (describeDatabaseProblem(error) === undefined) throw error
  })
  return bytes
}

// oxlint-disable-next-line eslint-js/no-restricted-syntax -- the sites
const lastRemovalMs = new Map<string, number>()

/** Deletes cards that were rendered more than 90 days ago, whose pages may be gone. It does so at most once a day per site. */
async function removeOldCards(site: string, files: Site['files']): Promise<void> {
  const now = Date.now()
  if (now - (lastRemovalMs.get(site) ?? 0) < DAY_MS) return
  lastRemovalMs.set(site, now)
  await files.removeFilesBefore(CARD_FOLDER, now - MAX_CARD_AGE_MS)
}
