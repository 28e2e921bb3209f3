/** Files of uploaded pictures: `uploads/{name}/{width}.{format}`. The files of a picture are added atomically. */
import type { SiteFiles } from '#platform/files/site-files.ts'
import type { PixelSize } from './picture-variants.ts'
import type { UploadFormat } from '#ui/pictures/picture-sizes.ts'

export type { PixelSize }

/** Loads sharp on demand, as it takes several megabytes of memory and most processes do not need it. */
const loadVariants = () => import('./picture-variants.ts')

/** Concurrent conversions: each takes a CPU core and several hundred megabytes. */
const MAX_CONCURRENT = 2
const FOLDER = 'uploads'

/** @throws AppError 415 for an unsupported kind of file, 400 if it cannot be decoded */
export const measurePicture = async (bytes: Buffer): Promise<PixelSize> => (await loadVariants()).measurePicture(bytes)

/** Encodes a picture as one WebP, within the concurrency limit. @param maxSide in pixels @throws AppError as `measurePicture` */
export const writePlainPicture = (bytes: Buffer, maxSide?: number): Promise<Buffer> =>
  withConcurrencyLimit(async () => (await loadVariants()).toPlainPicture(bytes, maxSide))

/** Creates the files of a picture, unless they exist. */
export async function writeUploadFiles(files: SiteFiles, name: string, bytes: Buffer, size: PixelSize): Promise<void> {
  const folder = `${FOLDER}/${name}`
  if (await files.hasFolder(folder)) return
  const { writeVariants } = await loadVariants()
  await withConcurrencyLimit(() => files.addFolder(folder, (add) => writeVariants(bytes, size, add)))
}

const PATH = /^([a-f0-9]{8,64}-(\d{1,5})x\d{1,5})(?:\.webp|\/(\d{1,5})\.(avif|webp))$/

export interface UploadPath {
  /** Name of the picture, shared by all its variants. */
  name: string
  /** Path in the site's files. */
  path: string
  form: UploadFormat
}

/**
 * @param urlPath part of the URL path after `/uploads/`
 * @returns undefined unless it is a valid path of a picture; the file may not exist
 */
export function toUploadPath(urlPath: string): UploadPath | undefined {
  const found = PATH.exec(urlPath)
  if (!found) return undefined
  const [, name = '', full = '', width = full, form = 'webp'] = found
  return { name, path: `${FOLDER}/${name}/${width}.${form}`, form: form as UploadFormat }
}

/** Files without a row count as orphaned after a day; usually the row is inserted right after them. */
const ORPHANED_AFTER_MS = 86_400_000

/**
 * Deletes the files of pictures without a row, which remain if a process ends between creating the files and the row.
 * @param findKnownNames returns which of these pictures have a row
 * @returns the number of deleted pictures, and when the next one is old enough to be checked (ms since the epoch)
 */
export async function removeOrphanFiles(
  files: SiteFiles,
  findKnown: (names: string[]) => Promise<ReadonlySet<string>>,
): Promise<{ removed: number; nextAt: number | undefined }> {
  await files.removeUnfinished()
  const now = Date.now()
  const all = await files.listFolders(FOLDER)
  const old = all.filter(({ createdAtMs }) => now - createdAtMs >= ORPHANED_AFTER_MS)
  const ages = all.map(({ createdAtMs }) => createdAtMs + ORPHANED_AFTER_MS).filter((at) => at > now)
  let removed = 0
  for (let start = 0; start < oldFolders.length; start += 500) {
    const batch = oldFolders.slice(start, start + 500).map(({ name }) => name)
    const knownNames = await findKnownNames(batch)
    for (const name of batch) {
      if (knownNames.has(name)) continue
      await files.removeFolder(`${FOLDER}/${name}`)
      removed += 1
    }
  }
  return { removed, nextAt: ages.length > 0 ? ages.reduce((one, other) => Math.min(one, other)) : undefined }
}

let running = 0
const waiting: (() => void)[] = []

async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
