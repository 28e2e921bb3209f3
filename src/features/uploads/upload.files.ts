/** Creates and deletes the files of uploaded pictures, `uploads/{name}/{width}.{format}`. The files of a picture are added atomically. */
import type { SiteFiles } from '#platform/files/site-files.ts'
import type { PixelSize } from './picture-variants.ts'
import type { UploadFormat } from '#ui/pictures/picture-sizes.ts'

export type { PixelSize }

/** Loads sharp on demand, because it takes several megabytes of memory and most processes do not need it. */
const loadVariants = () => import('./picture-variants.ts')

/** The maximum number of concurrent conversions; each takes a CPU core and several hundred megabytes. */
const MAX_CONCURRENT_CONVERSIONS = 2
const FOLDER = 'uploads'

/** @throws AppError 415 for an unsupported kind of file, 400 if the picture cannot be decoded or has too many pixels */
export const measurePicture = async (bytes: Buffer): Promise<PixelSize> => (await loadVariants()).measurePicture(bytes)

/**
 * Encodes a picture as one WebP, within the concurrency limit.
 * @param maxSidePx maximum width and height; default: the maximum size of uploads
 * @throws AppError as `measurePicture`
 */
export const encodeAsWebp = (bytes: Buffer, maxSidePx?: number): Promise<Buffer> =>
  withConcurrencyLimit(async () => (await loadVariants()).toPlainPicture(bytes, maxSidePx))

/** Creates the files of a picture, unless they already exist. */
export async function writeUploadFiles(files: SiteFiles, name: string, bytes: Buffer, size: PixelSize): Promise<void> {
  const folder = `${FOLDER}/${name}`
  if (await files.hasFolder(folder)) return
  const { writeVariants } = await loadVariants()
  await withConcurrencyLimit(() => files.addFolder(folder, (add) => writeVariants(bytes, size, add)))
}

const PATH_PATTERN = /^([a-f0-9]{8,64}-(\d{1,5})x\d{1,5})(?:\.webp|\/(\d{1,5})\.(avif|webp))$/

export interface UploadPath {
  /** The name of the picture, which all its variants share. */
  name: string
  /** The path in the files of the site. */
  path: string
  format: UploadFormat
}

/**
 * @param urlPath the part of the URL path after `/uploads/`
 * @returns the path of the file, which may not exist; `undefined` if `urlPath` is not that of a picture
 */
export function toUploadPath(urlPath: string): UploadPath | undefined {
  const match = PATH_PATTERN.exec(urlPath)
  if (!match) return undefined
  const [, name = '', fullWidth = '', width = fullWidth, format = 'webp'] = match
  return { name, path: `${FOLDER}/${name}/${width}.${format}`, format: format as UploadFormat }
}

/** Files without a row count as orphaned after a day, because the row is inserted after the files. */
const ORPHANED_AFTER_MS = 86_400_000

/**
 * Deletes the files of pictures without a row, which remain if a process ends between creating the files and the row.
 * @param findKnownNames returns which of these pictures have a row
 * @returns the number of deleted pictures, and when the next one is old enough to be checked (ms since the epoch; `undefined` if there is
 *   none)
 */
export async function removeOrphanFiles(
  files: SiteFiles,
  findKnownNames: (names: string[]) => Promise<ReadonlySet<string>>,
): Promise<{ removed: number; nextDueAtMs: number | undefined }> {
  await files.removeUnfinished()
  const now = Date.now()
  const folders = await files.listFolders(FOLDER)
  const oldFolders = folders.filter(({ createdAtMs }) => now - createdAtMs >= ORPHANED_AFTER_MS)
  const dueTimes = folders.map(({ createdAtMs }) => createdAtMs + ORPHANED_AFTER_MS).filter((dueAt) => dueAt > now)
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
  return { removed, nextDueAtMs: dueTimes.length > 0 ? dueTimes.reduce((earliest, other) => Math.min(earliest, other)) : undefined }
}

let runningCount = 0
const waitQueue: (() => void)[] = []

async function withConcurrencyLimit<T>(run: () => Promise<T>): Promise<T> {
  if (runningCount >= MAX_CONCURRENT_CONVERSIONS) await new Promise<void>((resolve) => waitQueue.push(resolve))
  else runningCount += 1
  try {
    return await run()
  } finally {
    const startNext = waitQueue.shift()
    if (startNext) startNext()
    else runningCount -= 1
  }
}
