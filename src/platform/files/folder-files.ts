/** A site's files in a folder of their own, beside the embedded database. */
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { SiteFiles } from './site-files.ts'

/** On the disk before its name is: half a file would be kept by browsers for good. */
const SAFELY = { flush: true }
/** Whoever made it was cut off by the end of the process. */
const LEFT_OVER_MS = 3_600_000
const UNFINISHED = 'uploads-unfinished'

/** @param root absolute; made when first written to */
export function createFolderFiles(root: string): SiteFiles {
  const unfinished = join(root, UNFINISHED)
  const removeUnfinished = async () => {
    for (const name of await namesIn(unfinished)) {
      const path = join(unfinished, name)
      if (Date.now() - (await madeAtOf(path)) > LEFT_OVER_MS) await rm(path, { recursive: true, force: true })
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
    // Written elsewhere first, and then moved as one.
    async addFolder(folder, make) {
      const place = join(root, folder)
      if (existsSync(place)) return
      await mkdir(unfinished, { recursive: true })
      await removeUnfinished()
      const making = join(unfinished, crypto.randomUUID())
      await mkdir(making)
      try {
        await make((name, bytes) => writeFile(join(making, name), bytes, SAFELY))
        await mkdir(join(place, '..'), { recursive: true })
        await rename(making, place).catch((fault: unknown) => {
          if (!existsSync(place)) throw fault
        })
      } finally {
        await rm(making, { recursive: true, force: true })
      }
    },
    async replaceFile(folder, name, bytes, prefix) {
      const place = join(root, folder)
      await mkdir(place, { recursive: true })
      // Not called as what it is to become: whoever replaces the same file at this moment takes away what is called so.
      const draft = join(place, `draft-${crypto.randomUUID()}`)
      await writeFile(draft, bytes)
      await rename(draft, join(place, name))
      for (const other of await readdir(place))
        if (other.startsWith(prefix) && other !== name) await rm(join(place, other), { force: true })
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

/** What goes meanwhile is as good as new. */
const madeAtOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  )
