/** Stores a site's files as rows of its database, which all processes share. */
import { Readable } from 'node:stream'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import * as storedFiles from '#db/files/stored-files.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { SiteFiles, StoredFile } from './site-files.ts'

const MAX_CACHE_BYTES = 32 * 1024 * 1024
/** Approximate memory that a Buffer object needs in addition to its content. */
const BUFFER_BYTES = 600
/**
 * Maximum age of a cached file, because another process may have deleted it. Paths are content-addressed, so the content is never stale.
 */
const MAX_AGE_MS = 60_000

/** Cache for the files of all sites that consist of one chunk, as most pictures do. A page requests many of them at once. */
const smallFiles = createBoundedCache<Uint8Array>({
  maxBytes: MAX_CACHE_BYTES,
  bytesOf: (content) => content.length + BUFFER_BYTES,
  ttl: MAX_AGE_MS,
})

/** Runs work without dependency tracking, because no response depends on the tables of files, and so writes to them invalidate nothing. */
const runUntracked = <T>(work: () => T): T => trackDependencies(createDependencies(), work)

/** Creates the `SiteFiles` of a site that stores them in its database. @param siteId part of the keys of cached files */
export function createDatabaseFiles(db: SiteDatabase, siteId: string): SiteFiles {
  const getCacheKey = (path: string) => `${siteId} ${path}`
  const dropCached = (folder: string) => {
    for (const key of smallFiles.keys()) if (key.startsWith(`${getCacheKey(folder)}/`)) smallFiles.delete(key)
  }
  return {
    folder: undefined,
    async find(path) {
      const key = getCacheKey(path)
      const cached = smallFiles.get(key)
      if (cached) return createMemoryFile(cached)
      const foundFile = await runUntracked(() => storedFiles.findFile(db, splitFilePath(path)))
      if (!foundFile) return undefined
      if (foundFile.bytes > foundFile.first.length) return { bytes: foundFile.bytes, read: () => readInChunks(db, foundFile) }
      smallFiles.set(key, foundFile.first)
      return createMemoryFile(foundFile.first)
    },
    hasFolder: (folder) => runUntracked(() => storedFiles.hasFolder(db, folder)),
    async addFolder(folder, make) {
      if (await runUntracked(() => storedFiles.hasFolder(db, folder))) return
      // `make` runs before the transaction, because it may resize pictures, which takes too long for a transaction.
      const files: [string, Uint8Array][] = []
      await make(async (name, bytes) => void files.push([name, bytes]))
      await runUntracked(() =>
        db.transaction().execute(async (trx) => {
          const createdAt = new Date().toISOString()
          for (const [name, bytes] of files) await storedFiles.insertFile(trx, { folder, name, bytes: bytes.length, createdAt }, [bytes])
        }),
      )
    },
    async replaceFile(folder, name, bytes, prefix) {
      await runUntracked(() =>
        db.transaction().execute(async (trx) => {
          const replacedNames = (await storedFiles.listFileNames(trx, folder)).filter(
            (otherName) => otherName.startsWith(prefix) && otherName !== name,
          )
          await storedFiles.deleteFilesNamed(trx, folder, replacedNames)
          await storedFiles.insertFile(trx, { folder, name, bytes: bytes.length, createdAt: new Date().toISOString() }, [bytes])
        }),
      )
      dropCached(folder)
    },
    async *list(root) {
      for await (const { folder, name, bytes } of storedFiles.listFiles(db, root)) yield { path: `${folder}/${name}`, bytes }
    },
    async listFolders(root) {
      const folders = await runUntracked(() => storedFiles.listFolders(db, root))
      return folders.map(({ folder, createdAt }) => ({ name: folder.slice(root.length + 1), createdAtMs: Date.parse(createdAt) }))
    },
    async removeFolder(folder) {
      await runUntracked(() => storedFiles.deleteFolder(db, folder))
      dropCached(folder)
    },
    async removeFilesBefore(folder, time) {
      await runUntracked(() => storedFiles.deleteFilesBefore(db, folder, new Date(time).toISOString()))
      dropCached(folder)
    },
    async removeUnfinished() {},
  }
}

/** Splits a path such as `uploads/3f9a-2400x1350/400.webp` into folder and file name. */
export function splitFilePath(path: string): storedFiles.FileLocation {
  const slashIndex = path.lastIndexOf('/')
  return { folder: path.slice(0, slashIndex), name: path.slice(slashIndex + 1) }
}

const createMemoryFile = (content: Uint8Array): StoredFile => ({ bytes: content.length, read: () => Readable.from([content]) })

const readInChunks = (db: SiteDatabase, foundFile: storedFiles.FoundFile): Readable =>
  runUntracked(() => Readable.from(storedFiles.readFileChunks(db, foundFile), { objectMode: false, highWaterMark: 1 }))
