/** A site's files as rows of its database, where every process can reach them. */
import { Readable } from 'node:stream'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import * as stored from '#db/files/stored-files.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { SiteFiles, StoredFile } from './site-files.ts'

const MAX_CACHE_BYTES = 32 * 1024 * 1024
/** The buffer object of a file, in addition to its bytes. */
const BUFFER_BYTES = 600
/** Another process may have taken one away. Its name stands for its bytes, so that an old one is never a wrong one. */
const MAX_AGE_MS = 60_000

/** Files of one chunk, of all sites: most sizes of a picture are such, and a page asks for many at once. */
const small = createBoundedCache<Uint8Array>({
  maxBytes: MAX_CACHE_BYTES,
  bytesOf: (content) => content.length + BUFFER_BYTES,
  ttl: MAX_AGE_MS,
})

/** No answer is made of these tables, so nobody's cache needs to hear of a write. */
const unseen = <T>(work: () => T): T => trackDependencies(createDependencies(), work)

/** @param site its name; files of different sites are kept apart by it */
export function createDatabaseFiles(db: SiteDatabase, site: string): SiteFiles {
  const keyOf = (path: string) => `${site} ${path}`
  const forget = (folder: string) => {
    for (const key of small.keys()) if (key.startsWith(`${keyOf(folder)}/`)) small.delete(key)
  }
  return {
    folder: undefined,
    async find(path) {
      const key = keyOf(path)
      const cached = small.get(key)
      if (cached) return inMemory(cached)
      const found = await unseen(() => stored.findFile(db, filePlaceOf(path)))
      if (!found) return undefined
      if (found.bytes > found.first.length) return { bytes: found.bytes, read: () => readInChunks(db, found) }
      small.set(key, found.first)
      return inMemory(found.first)
    },
    hasFolder: (folder) => unseen(() => stored.hasFolder(db, folder)),
    async addFolder(folder, make) {
      if (await unseen(() => stored.hasFolder(db, folder))) return
      // Making them takes longer than a transaction may.
      const files: [string, Uint8Array][] = []
      await make(async (name, bytes) => void files.push([name, bytes]))
      await unseen(() =>
        db.transaction().execute(async (trx) => {
          const createdAt = new Date().toISOString()
          for (const [name, bytes] of files) await stored.insertFile(trx, { folder, name, bytes: bytes.length, createdAt }, [bytes])
        }),
      )
    },
    async replaceFile(folder, name, bytes, prefix) {
      await unseen(() =>
        db.transaction().execute(async (trx) => {
          const old = (await stored.listNames(trx, folder)).filter((one) => one.startsWith(prefix) && one !== name)
          await stored.deleteFilesNamed(trx, folder, old)
          await stored.insertFile(trx, { folder, name, bytes: bytes.length, createdAt: new Date().toISOString() }, [bytes])
        }),
      )
      forget(folder)
    },
    async *list(root) {
      for await (const { folder, name, bytes } of stored.listFiles(db, root)) yield { path: `${folder}/${name}`, bytes }
    },
    async listFolders(root) {
      const folders = await unseen(() => stored.listFolders(db, root))
      return folders.map(({ folder, createdAt }) => ({ name: folder.slice(root.length + 1), madeAt: Date.parse(createdAt) }))
    },
    async removeFolder(folder) {
      await unseen(() => stored.deleteFolder(db, folder))
      forget(folder)
    },
    async removeFilesBefore(folder, time) {
      await unseen(() => stored.deleteFilesBefore(db, folder, new Date(time).toISOString()))
      forget(folder)
    },
    async removeUnfinished() {},
  }
}

/** `uploads/3f9a-2400x1350/400.webp` is a name in a folder. */
export function filePlaceOf(path: string): stored.FilePlace {
  const at = path.lastIndexOf('/')
  return { folder: path.slice(0, at), name: path.slice(at + 1) }
}

const inMemory = (content: Uint8Array): StoredFile => ({ bytes: content.length, read: () => Readable.from([content]) })

const readInChunks = (db: SiteDatabase, found: stored.FoundFile): Readable =>
  unseen(() => Readable.from(stored.readFileChunks(db, found), { objectMode: false, highWaterMark: 1 }))
