/** Pictures for shared cards: drawn when first asked for, and kept among the site's files. */
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describeDatabaseProblem } from '#platform/http/database-problem.ts'
import type { Site } from '#platform/contract/context.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import { PoolBusyError } from '#platform/jobs/worker-pool.ts'
import { readScene, readSources } from './picture.service.ts'
import type { ShareCard } from './share.card.ts'
import type { CardPool } from './share.drawing.ts'

/** A card whose drawing is still to be read: `/art/articles/winter-range.svg`. */
export type SharedPage = Omit<ShareCard, 'art' | 'category'> & {
  /** Absent: the drawing's own. */
  category?: string
  art: { drawing: string; shape: 'panel' | 'round' | 'landscape' } | { photo: string }
}

/** The card before its photograph is read: `photo` is the path among the site's files, which stands for the bytes. */
type NamedCard = Omit<ShareCard, 'art'> & { art: Exclude<ShareCard['art'], { photo: unknown }> | { photo: string } }

/** Raised when cards are drawn differently, so that those that are kept are drawn anew. */
const CARD_FORM = 2
/** For whoever finds no room in the queue. */
const COME_BACK_SECONDS = 20
const DAY_MS = 86_400_000
const OLD_MS = 90 * DAY_MS
const FOLDER = 'share'
const VALLEY = 'scenes/share.svg'
const NAME = /^[a-z0-9-]{1,200}$/

const tooMuch = () => new AppError(503, 'picture.busy', 'Too many pictures at once. Please come back.', undefined, COME_BACK_SECONDS)

export interface SharePicture {
  etag: string
  read(): Promise<Uint8Array>
}

/**
 * @param pool what draws it
 * @param name what the page is, `article-winter-range`: an older picture of the same name goes
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
  const card: NamedCard = { ...page, art, category: page.category ?? categoryOf(art) }
  const inputs = hash('sha256', JSON.stringify([CARD_FORM, card, sources]), 'base64url').slice(0, 22)
  const draw = async () => pool.run({ card: await withPhoto(site, card), sources })
  return { etag: `"${inputs}"`, read: () => readOrDraw(site, name, inputs, draw) }
}

/** Where the page's own picture has gone, the valley stands. */
async function readArt({ files }: Pick<Site, 'files'>, art: SharedPage['art']): Promise<NamedCard['art']> {
  if ('photo' in art) return (await files.find(art.photo)) ? art : { scene: (await readScene(VALLEY)) ?? '', shape: 'panel' }
  return { shape: art.shape, scene: (await readScene(art.drawing)) ?? (await readScene(VALLEY)) ?? '' }
}

async function withPhoto({ files }: Pick<Site, 'files'>, { art, ...card }: NamedCard): Promise<ShareCard> {
  if (!('photo' in art)) return { ...card, art }
  const photo = await readWhole(files, art.photo)
  if (!photo) throw notFound('picture')
  return { ...card, art: { photo } }
}

const readWhole = async (files: Site['files'], path: string): Promise<Uint8Array | undefined> => {
  const file = await files.find(path)
  return file && buffer(file.read())
}

const categoryOf = (art: NamedCard['art']): string =>
  ('scene' in art && /^<svg[^>]* class="(cat-\w+)"/.exec(art.scene)?.[1]) || 'cat-living'

/** What is being looked for or drawn, by site and file: who asks for the same waits for the same. */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- pictures that are being drawn
const drawing = new Map<string, Promise<Uint8Array>>()

type CardSite = Pick<Site, 'id' | 'files'>

async function readOrDraw(site: CardSite, name: string, inputs: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const file = `${name}.${inputs}.png`
  const key = `${site.id} ${file}`
  const begun = drawing.get(key)
  if (begun) return begun
  // Looked for by the first alone: who looks before it is there, and has looked after it was drawn, would draw it again.
  const made = (async () => (await readWhole(site.files, `${FOLDER}/${file}`)) ?? drawAndKeep(site, name, file, draw))()
  const known = made.finally(() => drawing.delete(key))
  drawing.set(key, known)
  return known
}

/** The picture that it replaces goes. */
async function drawAndKeep({ id, files }: CardSite, name: string, file: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const bytes = await draw().catch((fault: unknown) => {
    throw fault instanceof PoolBusyError ? tooMuch() : fault
  })
  // Stored so that it need not be drawn again: where nothing can be written it is sent all the same.
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
const lookedThrough = new Map<string, number>()

/** What nobody has asked anew for a season may be of a page that is no more. Looked for once a day. */
async function removeOld(site: string, files: Site['files']): Promise<void> {
  const now = Date.now()
  if (now - (lookedThrough.get(site) ?? 0) < DAY_MS) return
  lookedThrough.set(site, now)
  await files.removeFilesBefore(FOLDER, now - OLD_MS)
}
