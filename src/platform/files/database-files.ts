/** Stores a site's files as rows of its database, which all processes share. */
import { Readable } from 'node:stream'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import * as stored from '#db/files/stored-files.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { SiteFiles, StoredFile } from './site-files.ts'

const MAX_CACHE_BYTES = 32 * 1024 * 1024
/** Approximate overhead of a Buffer object. */
const BUFFER_BYTES = 600
/** Another process may have deleted a file. Names are content-addressed, so a cached file is never stale, at most deleted. */
const MAX_AGE_MS = 60_000

/** Files of one chunk, of all sites: most pictures are, and a page requests many at once. */
const smallFiles = createBoundedCache<Uint8Array>({
  maxBytes: MAX_CACHE_BYTES,
  bytesOf: (content) => content.length + BUFFER_BYTES,
  ttl: MAX_AGE_MS,
})

/** Hides reads and writes from dependency tracking: no response depends on these tables, so their writes invalidate nothing. */
const untracked = <T>(work: () => T): T => trackDependencies(createDependencies(), work)

/** @param site id, which is part of the keys of cached files */
export function createDatabaseFiles(db: SiteDatabase, site: string): SiteFiles {
  const keyOf = (path: string) => `${site} ${path}`
  const dropCached = (folder: string) => {
    for (const key of smallFiles.keys()) if (key.startsWith(`${keyOf(folder)}/`)) smallFiles.delete(key)
  }
  return {
    folder: undefined,
    async find(path) {
      const key = keyOf(path)
      const cached = smallFiles.get(key)
      if (cached) return inMemory(cached)
      const found = await untracked(() => stored.findFile(db, filePlaceOf(path)))
      if (!found) return undefined
      if (found.bytes > found.first.length) return { bytes: found.bytes, read: () => readInChunks(db, found) }
      smallFiles.set(key, found.first)
      return inMemory(found.first)
    },
    hasFolder: (folder) => untracked(() => stored.hasFolder(db, folder)),
    async addFolder(folder, make) {
      if (await untracked(() => stored.hasFolder(db, folder))) return
      // Created before the transaction, because resizing pictures takes too long for one.
      const files: [string, Uint8Array][] = []
      await make(async (name, bytes) => void files.push([name, bytes]))
      await untracked(() =>
        db.transaction().execute(async (trx) => {
          const createdAt = new Date().toISOString()
          for (const [name, bytes] of files) await stored.insertFile(trx, { folder, name, bytes: bytes.length, createdAt }, [bytes])
        }),
      )
    },
    async replaceFile(folder, name, bytes, prefix) {
      await untracked(() =>
        db.transaction().execute(async (trx) => {
          const old = (await stored.listFileNames(trx, folder)).filter((one) => one.startsWith(prefix) && one !== name)
          await stored.deleteFilesNamed(trx, folder, old)
          await stored.insertFile(trx, { folder, name, bytes: bytes.length, createdAt: new Date().toISOString() }, [bytes])
        }),
      )
      dropCached(folder)
    },
    async *list(root) {
      for await (const { folder, name, bytes } of stored.listFiles(db, root)) yield { path: `${folder}/${name}`, bytes }
    },
    async listFolders(root) {
      const folders = await untracked(() => stored.listFolders(db, root))
      return folders.map(({ folder, createdAt }) => ({ name: folder.slice(root.length + 1), madeAt: Date.parse(createdAt) }))
    },
    async removeFolder(folder) {
      await untracked(() => stored.deleteFolder(db, folder))
      dropCached(folder)
    },
    async removeFilesBefore(folder, time) {
      await untracked(() => stored.deleteFilesBefore(db, folder, new Date(time).toISOString()))
      dropCached(folder)
    },
    async removeUnfinished() {},
  }
}

/** Splits `uploads/3f9a-2400x1350/400.webp` into folder and name. */
export function filePlaceOf(path: string): stored.FileLocation {
  const at = path.lastIndexOf('/')
  return { folder: path.slice(0, at), name: path.slice(at + 1) }
}

const inMemory = (content: Uint8Array): StoredFile => ({ bytes: content.length, read: () => Readable.from([content]) })

const readInChunks = (db: SiteDatabase, found: stored.FoundFile): Readable =>
  untracked(() => Readable.from(stored.readFileChunks(db, found), { objectMode: false, highWaterMark: 1 }))
