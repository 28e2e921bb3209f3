/** Stores a site's files in a folder next to the embedded database. */
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { SiteFiles } from './site-files.ts'

/** Flushes the content before the rename: browsers would cache a truncated file forever. */
const WRITE_OPTIONS = { flush: true }
/** Age at which an unfinished folder belongs to a process that has ended. */
const ABANDONED_AFTER_MS = 3_600_000
const UNFINISHED = 'uploads-unfinished'

/** @param root absolute; created on the first write */
export function createFolderFiles(root: string): SiteFiles {
  const unfinished = join(root, UNFINISHED)
  const removeUnfinished = async () => {
    for (const name of await namesIn(unfinished)) {
      const path = join(unfinished, name)
      if (Date.now() - (await madeAtOf(path)) > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true })
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
    // Written to a temporary folder, which is then renamed.
    async addFolder(folder, make) {
      const target = join(root, folder)
      if (existsSync(target)) return
      await mkdir(unfinished, { recursive: true })
      await removeUnfinished()
      const temporary = join(unfinished, crypto.randomUUID())
      await mkdir(temporary)
      try {
        await make((name, bytes) => writeFile(join(temporary, name), bytes, WRITE_OPTIONS))
        await mkdir(join(target, '..'), { recursive: true })
        await rename(temporary, target).catch((error: unknown) => {
          if (!existsSync(target)) throw error
        })
      } finally {
        await rm(temporary, { recursive: true, force: true })
      }
    },
    async replaceFile(folder, name, bytes, prefix) {
      const target = join(root, folder)
      await mkdir(target, { recursive: true })
      // Without the prefix: a concurrent replacement of the same file deletes the others that have it.
      const temporary = join(target, `draft-${crypto.randomUUID()}`)
      await writeFile(temporary, bytes)
      await rename(temporary, join(target, name))
      for (const other of await readdir(target))
        if (other.startsWith(prefix) && other !== name) await rm(join(target, other), { force: true })
    },
    async *list(part) {
      const found = await readdir(join(root, part), { recursive: true, withFileTypes: true }).catch(() => [])
      for (const file of found) {
        if (!file.isFile()) continue
        const path = join(file.parentPath, file.name)
        const bytes = await stat(path).then(
          ({ size }) => size,
          () => undefined,
        )
        if (bytes !== undefined) yield { path: relative(root, path).split(sep).join('/'), bytes }
      }
    },
    async listFolders(part) {
      const folders: { name: string; madeAt: number }[] = []
      for (const one of await readdir(join(root, part), { withFileTypes: true }).catch(() => []))
        if (one.isDirectory()) folders.push({ name: one.name, madeAt: await madeAtOf(join(root, part, one.name)) })
      return folders
    },
    async removeFolder(folder) {
      await rm(join(root, folder), { recursive: true, force: true })
    },
    async removeFilesBefore(folder, time) {
      for (const name of await namesIn(join(root, folder))) {
        const path = join(root, folder, name)
        if ((await madeAtOf(path)) < time) await rm(path, { force: true })
      }
    },
    removeUnfinished,
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** Returns now for a file that was deleted meanwhile, so that it does not count as old. */
const madeAtOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  )
