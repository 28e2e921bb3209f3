/** How a site's pictures are called among its files: `uploads/{name}/{width}.{form}`. A picture is there whole or not at all. */
import type { SiteFiles } from '#platform/files/site-files.ts'
import type { PixelSize } from './picture-variants.ts'
import type { UploadFormat } from '#ui/pictures/picture-sizes.ts'

export type { PixelSize }

/** With the first picture: what reads them takes some megabytes of the process, and most processes never read one. */
const loadVariants = () => import('./picture-variants.ts')

/** Conversions at once: each takes a core and some hundred megabytes. */
const AT_ONCE = 2
const FOLDER = 'uploads'

/** @throws AppError 415 for what is no picture of ours, 400 for what cannot be read */
export const measurePicture = async (bytes: Buffer): Promise<PixelSize> => (await loadVariants()).measurePicture(bytes)

/** One form of it, in its turn. @throws AppError as `measurePicture` */
export const writePlainPicture = (bytes: Buffer, maxSide?: number): Promise<Buffer> =>
  inTurn(async () => (await loadVariants()).toPlainPicture(bytes, maxSide))

/** Makes the files of a picture, unless they are there. */
export async function writeUploadFiles(files: SiteFiles, name: string, bytes: Buffer, size: PixelSize): Promise<void> {
  const folder = `${FOLDER}/${name}`
  if (await files.hasFolder(folder)) return
  const { writeVariants } = await loadVariants()
  await inTurn(() => files.addFolder(folder, (add) => writeVariants(bytes, size, add)))
}

const PATH = /^([a-f0-9]{8,64}-(\d{1,5})x\d{1,5})(?:\.webp|\/(\d{1,5})\.(avif|webp))$/

export interface UploadPath {
  /** Of the picture, in all its sizes. */
  name: string
  path: string
  form: UploadFormat
}

/**
 * @param asked what stands in the address behind `/uploads/`; anything that is not exactly a picture's name is no file
 * @returns its path among the site's files, where it may still not be
 */
export function toUploadPath(asked: string): UploadPath | undefined {
  const found = PATH.exec(asked)
  if (!found) return undefined
  const [, name = '', full = '', width = full, form = 'webp'] = found
  return { name, path: `${FOLDER}/${name}/${width}.${form}`, form: form as UploadFormat }
}

/** A row follows its files within moments; what has none after a day was left by a process that ended between the two. */
const ORPHANED_AFTER_MS = 86_400_000

/**
 * Takes away what a process left that was ended at the wrong moment.
 * @param findKnown which of these pictures have a row
 * @returns how many pictures were taken away, and when the next will be old enough to be looked for
 */
export async function removeOrphanFiles(
  files: SiteFiles,
  findKnown: (names: string[]) => Promise<ReadonlySet<string>>,
): Promise<{ removed: number; nextAt: number | undefined }> {
  await files.removeUnfinished()
  const now = Date.now()
  const all = await files.listFolders(FOLDER)
  const old = all.filter(({ madeAt }) => now - madeAt >= ORPHANED_AFTER_MS)
  const ages = all.map(({ madeAt }) => madeAt + ORPHANED_AFTER_MS).filter((at) => at > now)
  let removed = 0
  for (let at = 0; at < old.length; at += 500) {
    const some = old.slice(at, at + 500).map(({ name }) => name)
    const known = await findKnown(some)
    for (const name of some) {
      if (known.has(name)) continue
      await files.removeFolder(`${FOLDER}/${name}`)
      removed += 1
    }
  }
  return { removed, nextAt: ages.length > 0 ? ages.reduce((one, other) => Math.min(one, other)) : undefined }
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
