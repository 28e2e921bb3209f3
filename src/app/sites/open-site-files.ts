/** Opens a site's files, which are in a folder of DATA_DIR with SQLite, and in the database with PostgreSQL. */
import { createReadStream, existsSync } from 'node:fs'
import { rmdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineName } from '#db/engine.ts'
import { hasFolder, insertFile } from '#db/files/stored-files.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { createDatabaseFiles, splitFilePath } from '#platform/files/database-files.ts'
import type { Log } from '#platform/contract/context.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import type { SiteFiles } from '#platform/files/site-files.ts'

export const getFilesFolder = (dataDir: string, site: string): string => join(dataDir, 'files', site)

/** Opens a site's files, and moves or copies pictures from the folder into a PostgreSQL database. Finish an interrupted import first. */
export async function openSiteFiles(engine: EngineName, db: SiteDatabase, dataDir: string, site: string, log?: Log): Promise<SiteFiles> {
  const folder = getFilesFolder(dataDir, site)
  if (engine === 'sqlite') return createFolderFiles(folder)
  // The folder belongs to a SQLite installation, which still needs its files, so they are copied and not moved.
  if (existsSync(join(dataDir, 'sites', `${site}.sqlite`))) await copyToDatabase(db, folder)
  else {
    const count = await moveToDatabase(db, folder)
    if (count > 0) log?.info({ site, count, from: folder }, 'pictures moved into the database')
  }
  return createDatabaseFiles(db, site)
}

/**
 * Moves pictures that an earlier version stored in the folder. A picture is removed only after its files are committed, so that an
 * interrupted or concurrent move can be resumed.
 * @returns the number of moved pictures
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
  // Open Graph images are regenerated, and unfinished uploads are abandoned. Unknown files remain, and so does their folder (rmdir fails).
  for (const folderName of ['share', 'uploads-unfinished']) await rm(join(folder, folderName), { recursive: true, force: true })
  for (const emptyFolder of [join(folder, 'uploads'), folder]) await rmdir(emptyFolder).catch(() => undefined)
  return count
}

/** Copies the pictures that have a row in the table `uploads`. */
async function copyToDatabase(db: SiteDatabase, folder: string): Promise<void> {
  const files = createFolderFiles(folder)
  for (const { name } of await files.listFolders('uploads')) {
    const isKnown = await db.selectFrom('uploads').select('id').where('name', '=', name).executeTakeFirst()
    if (isKnown && !(await hasFolder(db, `uploads/${name}`))) await storePicture(db, files, folder, `uploads/${name}`)
  }
}

/** Stores a picture's files in the database. @returns `false` if another process has moved the files meanwhile, and so has stored them */
async function storePicture(db: SiteDatabase, files: SiteFiles, folder: string, picture: string): Promise<boolean> {
  const createdAt = new Date().toISOString()
  return db
    .transaction()
    .execute(async (trx) => {
      for await (const { path, bytes } of files.list(picture)) {
        // Names are content-addressed, so an existing file is identical.
        await insertFile(trx, { ...splitFilePath(path), bytes, createdAt }, readLazily(join(folder, path)))
      }
      return true
    })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    })
}

/** Opens the file at the first read, because an error event of an unread stream would be unhandled. */
async function* readLazily(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path)
}
