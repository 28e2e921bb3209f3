/** Accesses the files of a test site, in a folder or in the database depending on the engine. */
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Engine } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { createDatabaseFiles, splitFilePath } from '#platform/files/database-files.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import type { SiteFiles } from '#platform/files/site-files.ts'

/** Returns the files of a test site. @param folder folder of the files; only used with SQLite */
export const siteFilesOf = (engine: Engine, db: SiteDatabase, folder: string, site: string): SiteFiles =>
  engine.name === 'sqlite' ? createFolderFiles(folder) : createDatabaseFiles(db, site)

/** Adds a folder with one file. */
export const putFile = (files: SiteFiles, path: string, bytes: string | Uint8Array): Promise<void> =>
  files.addFolder(splitFilePath(path).folder, (add) => add(splitFilePath(path).name, Buffer.from(bytes)))

export async function readBytes(files: SiteFiles, path: string): Promise<Buffer | undefined> {
  const file = await files.find(path)
  return file && buffer(file.read())
}

/** Lists the paths below a folder, sorted. */
export async function listPaths(files: SiteFiles, root = 'uploads'): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of files.list(root)) paths.push(path)
  return paths.toSorted()
}

/** Sets the creation time of a folder. */
export async function makeOlder({ db, files }: { db: SiteDatabase; files: SiteFiles }, folder: string, madeAt: Date): Promise<void> {
  if (files.folder !== undefined) await utimes(join(files.folder, folder), madeAt, madeAt)
  else await db.updateTable('files').set({ created_at: madeAt.toISOString() }).where('folder', '=', folder).execute()
}
