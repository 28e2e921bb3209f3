/** Where a site's pictures lie: `uploads/{name}/{width}.{form}` in its folder. A picture is there whole or not at all. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { measurePicture, writeVariants, type PixelSize } from './picture-variants.ts'
import type { UploadFormat } from '#ui/picture-sizes.ts'

export { measurePicture, type PixelSize }

/** Conversions at once: each takes a core and some hundred megabytes. */
const AT_ONCE = 2
/** A conversion that was cut off by the end of the process. */
const LEFT_OVER_MS = 3_600_000

const folderOf = (siteFolder: string) => join(siteFolder, 'uploads')

/** Makes the files of a picture, unless they are there. They are written elsewhere first and then moved as one. */
export async function writeUploadFiles(siteFolder: string, name: string, bytes: Buffer, size: PixelSize): Promise<void> {
  const folder = join(folderOf(siteFolder), name)
  if (existsSync(folder)) return
  await inTurn(async () => {
    if (existsSync(folder)) return
    const unfinished = join(siteFolder, 'uploads-unfinished')
    await mkdir(unfinished, { recursive: true })
    await removeLeftOvers(unfinished)
    const making = join(unfinished, crypto.randomUUID())
    await mkdir(making)
    try {
      await writeVariants(bytes, size, making)
      await mkdir(folderOf(siteFolder), { recursive: true })
      await rename(making, folder).catch((fault: unknown) => {
        if (!existsSync(folder)) throw fault
      })
    } finally {
      await rm(making, { recursive: true, force: true })
    }
  })
}

const PATH = /^([a-f0-9]{8,64}-(\d{1,5})x\d{1,5})(?:\.webp|\/(\d{1,5})\.(avif|webp))$/

export interface UploadFile {
  path: string
  form: UploadFormat
}

/** @param asked what stands in the address behind `/uploads/`; anything that is not exactly a picture's name is no file */
export function findStoredFile(siteFolder: string, asked: string): UploadFile | undefined {
  const found = PATH.exec(asked)
  if (!found) return undefined
  const [, name = '', full = '', width = full, form = 'webp'] = found
  return { path: join(folderOf(siteFolder), name, `${width}.${form}`), form: form as UploadFormat }
}

/** A row follows its files within moments; what has none after a day was left by a process that ended between the two. */
const ORPHANED_AFTER_MS = 86_400_000

/**
 * Takes away what a process left that was ended at the wrong moment.
 * @param findKnown which of these pictures have a row
 * @returns how many pictures were taken away
 */
export async function removeOrphanFiles(siteFolder: string, findKnown: (names: string[]) => Promise<ReadonlySet<string>>): Promise<number> {
  const folder = folderOf(siteFolder)
  const unfinished = join(siteFolder, 'uploads-unfinished')
  if (existsSync(unfinished)) await removeLeftOvers(unfinished)
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (let at = 0; at < names.length; at += 500) {
    const some = names.slice(at, at + 500)
    const known = await findKnown(some)
    for (const name of some) {
      if (known.has(name) || (await ageOf(join(folder, name))) < ORPHANED_AFTER_MS) continue
      await rm(join(folder, name), { recursive: true, force: true })
      removed += 1
    }
  }
  return removed
}

const ageOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )

async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if ((await ageOf(path)) > LEFT_OVER_MS) await rm(path, { recursive: true, force: true })
  }
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
