/** Stores a site's files in a folder next to the embedded database. */
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { SiteFiles } from './site-files.ts'

/** Flushes the content to the disk before the rename, because browsers would cache a truncated file forever. */
const WRITE_OPTIONS = { flush: true }
/** Age of an unfinished folder at which the process that created it must have ended. */
const ABANDONED_AGE_MS = 3_600_000
const UNFINISHED_FOLDER = 'uploads-unfinished'

/** Creates the `SiteFiles` of a site that stores them in a folder. @param root absolute path, which the first write creates */
export function createFolderFiles(root: string): SiteFiles {
  const unfinishedFolder = join(root, UNFINISHED_FOLDER)
  const removeUnfinished = async () => {
    for (const name of await listNames(unfinishedFolder)) {
      const path = join(unfinishedFolder, name)
      if (Date.now() - (await getModifiedMs(path)) > ABANDONED_AGE_MS) await rm(path, { recursive: true, force: true })
    }
  }
  return {
    folder: root,
    async find(path) {
      const file = await open(join(root, path)).catch(() => undefined)
      if (!file) return undefined
      const { size } = await file.stat().finally(() => file.close())
      return { bytes: size, read: () => createReadStream(join(root, path)) }
    },
    async hasFolder(folder) {
      return existsSync(join(root, folder))
    },
    // The files are written to a temporary folder, which is then renamed, so that the folder appears with all of its files.
    async addFolder(folder, make) {
      const target = join(root, folder)
      if (existsSync(target)) return
      await mkdir(unfinishedFolder, { recursive: true })
      await removeUnfinished()
      const temporaryFolder = join(unfinishedFolder, crypto.randomUUID())
      await mkdir(temporaryFolder)
      try {
        await make((name, bytes) => writeFile(join(temporaryFolder, name), bytes, WRITE_OPTIONS))
        await mkdir(join(target, '..'), { recursive: true })
        await rename(temporaryFolder, target).catch((error: unknown) => {
          if (!existsSync(target)) throw error
        })
      } finally {
        await rm(temporaryFolder, { recursive: true, force: true })
      }
    },
    async replaceFile(folder, name, bytes, prefix) {
      const target = join(root, folder)
      await mkdir(target, { recursive: true })
      // The temporary name must not begin with `prefix`, because a concurrent call would delete the file.
      const temporaryFile = join(target, `draft-${crypto.randomUUID()}`)
      await writeFile(temporaryFile, bytes)
      await rename(temporaryFile, join(target, name))
      for (const other of await readdir(target))
        if (other.startsWith(prefix) && other !== name) await rm(join(target, other), { force: true })
    },
    async *list(parentFolder) {
      const entries = await readdir(join(root, parentFolder), { recursive: true, withFileTypes: true }).catch(() => [])
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const bytes = await stat(path).then(
          ({ size }) => size,
          () => undefined,
        )
        if (bytes !== undefined) yield { path: relative(root, path).split(sep).join('/'), bytes }
      }
    },
    async listFolders(parentFolder) {
      const folders: { name: string; createdAtMs: number }[] = []
      for (const entry of await readdir(join(root, parentFolder), { withFileTypes: true }).catch(() => []))
        if (entry.isDirectory()) folders.push({ name: entry.name, createdAtMs: await getModifiedMs(join(root, parentFolder, entry.name)) })
      return folders
    },
    async removeFolder(folder) {
      await rm(join(root, folder), { recursive: true, force: true })
    },
    async removeFilesBefore(folder, time) {
      for (const name of await listNames(join(root, folder))) {
        const path = join(root, folder, name)
        if ((await getModifiedMs(path)) < time) await rm(path, { force: true })
      }
    },
    removeUnfinished,
  }
}

const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/**
 * Returns the time of the last change as Unix time. For a file that was deleted meanwhile it is now, so that the file does not count as
 * old.
 */
const getModifiedMs = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  )
