/** Where the files of a site lie: in its folder with the embedded database, in the database on a PostgreSQL server. */
import { createReadStream, existsSync } from 'node:fs'
import { rmdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineName } from '#db/engine.ts'
import { hasFolder, insertFile } from '#db/files/stored-files.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { createDatabaseFiles, filePlaceOf } from '#platform/files/database-files.ts'
import type { Log } from '#platform/contract/context.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import type { SiteFiles } from '#platform/files/site-files.ts'

export const filesFolderOf = (dataDir: string, site: string): string => join(dataDir, 'files', site)

/** Once what an import has left that was cut off is put right. */
export async function openSiteFiles(engine: EngineName, db: SiteDatabase, dataDir: string, site: string, log?: Log): Promise<SiteFiles> {
  const folder = filesFolderOf(dataDir, site)
  if (engine === 'sqlite') return createFolderFiles(folder)
  // Files of an embedded installation stay with it, though this one has them, too.
  if (existsSync(join(dataDir, 'sites', `${site}.sqlite`))) await copyToDatabase(db, folder)
  else {
    const count = await moveToDatabase(db, folder)
    if (count > 0) log?.info({ site, count, from: folder }, 'pictures moved into the database')
  }
  return createDatabaseFiles(db, site)
}

/**
 * What an earlier version has left in this machine's folder. A picture goes from there only when all of it is committed, so that
 * whoever is cut off, or not alone, goes on with what is left. @returns how many pictures were moved
 */
async function moveToDatabase(db: SiteDatabase, folder: string): Promise<number> {
  let count = 0
  const files = createFolderFiles(folder)
  for (const { name } of await files.listFolders('uploads')) {
    const picture = `uploads/${name}`
    const isStored = await storePicture(db, files, folder, picture)
    if (!isStored) continue
    count += 1
    await files.removeFolder(picture)
  }
  // Cards for sharing are drawn again, and whatever was unfinished belongs to nobody. What is not ours stays, and the folder with it.
  for (const part of ['share', 'uploads-unfinished']) await rm(join(folder, part), { recursive: true, force: true })
  for (const empty of [join(folder, 'uploads'), folder]) await rmdir(empty).catch(() => undefined)
  return count
}

/** Those that this site knows. */
async function copyToDatabase(db: SiteDatabase, folder: string): Promise<void> {
  const files = createFolderFiles(folder)
  for (const { name } of await files.listFolders('uploads')) {
    const isKnown = await db.selectFrom('uploads').select('id').where('name', '=', name).executeTakeFirst()
    if (isKnown && !(await hasFolder(db, `uploads/${name}`))) await storePicture(db, files, folder, `uploads/${name}`)
  }
}

/** @returns false when another process has taken it away meanwhile: it is stored then, or will be */
async function storePicture(db: SiteDatabase, files: SiteFiles, folder: string, picture: string): Promise<boolean> {
  const createdAt = new Date().toISOString()
  return db
    .transaction()
    .execute(async (trx) => {
      for await (const { path, bytes } of files.list(picture)) {
        // The name stands for the picture: one that is there already is the same.
        await insertFile(trx, { ...filePlaceOf(path), bytes, createdAt }, readLazily(join(folder, path)))
      }
      return true
    })
    .catch((fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ENOENT') return false
      throw fault
    })
}

/** Opened when it is its turn: a stream that nobody reads would fail unheard. */
async function* readLazily(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path)
}
