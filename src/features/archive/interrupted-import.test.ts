/** Tests the recovery from an import that was interrupted between swapping files and committing rows. */
import { archiveTables } from '#app/registry.ts'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import { getFilesFolder } from '#app/sites/open-site-files.ts'
import { findFile } from '#db/files/stored-files.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { putFile, readBytes } from '#tests/support/site-files.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { packArchive } from '#tests/support/archive-fixture.ts'
import { backupFolderOf, markImportStarted, finishInterruptedImport } from './import-files.service.ts'
import { importArchive } from './import.service.ts'

let sites: TestSites
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
})
afterAll(() => sites.close())

const FILE_PLACE = { folder: 'uploads/whose', name: '1.txt' }
const FILE_PATH = 'uploads/whose/1.txt'
let folder: string
/** Reads the file from the folder or, on PostgreSQL, from the database, where a start moves the files of earlier versions. */
const readCurrentFile = async () => {
  const inFolder = await readBytes(createFolderFiles(folder), FILE_PATH)
  return String(inFolder ?? (await findFile(sites.main.db, FILE_PLACE))?.first)
}
/** Prepares a site whose files are swapped already. */
beforeEach(async () => {
  folder = getFilesFolder(sites.folder, sites.main.id)
  await sites.main.db.deleteFrom('files').execute()
  for (const [parent, content] of [
    [folder, 'the archive’s'],
    [backupFolderOf(folder), 'the site’s own'],
  ] as const) {
    mkdirSync(join(parent, FILE_PLACE.folder), { recursive: true })
    writeFileSync(join(parent, FILE_PATH), content)
  }
})

async function startSite(): Promise<void> {
  const { db } = await openFilledSite(sites.engine, sites.main.id, { content: 'empty', dataDir: sites.folder })
  await db.destroy()
}
const listMarkers = () => sites.main.db.selectFrom('one_time_tokens').select('purpose').execute()

const hasBackupFolder = () => existsSync(backupFolderOf(folder))

test('a start of the server restores the old files if the import was not committed', async () => {
  const { db } = sites.main
  await markImportStarted(db)
  await startSite()
  expect(await readCurrentFile()).toBe('the site’s own')
  expect(hasBackupFolder()).toBe(false)
  expect(await listMarkers()).toEqual([])
  await startSite()
  expect(await readCurrentFile()).toBe('the site’s own')
})

test('a start of the server keeps the new files if the import was committed', async () => {
  await startSite()
  expect(await readCurrentFile()).toBe('the archive’s')
  expect(hasBackupFolder()).toBe(false)
})

test('the next import restores the old files first, even if it is rejected', async () => {
  const { db, id } = sites.main
  const file = join(sites.folder, 'whole.zip')
  await putFile(sites.main.files, FILE_PATH, 'the archive’s')
  await packArchive({ db, site: sites.main }, false, file)
  await db.deleteFrom('files').execute()
  await markImportStarted(db)
  const target = { tables: archiveTables, engine: sites.engine, site: id, folder, replace: false }
  await expect(importArchive(file, target)).rejects.toThrow(/There already is a site/)
  expect(await readCurrentFile()).toBe('the site’s own')
  expect(hasBackupFolder()).toBe(false)
  await importArchive(file, { ...target, replace: true })
  expect(await readCurrentFile()).toBe('the archive’s')
  expect(hasBackupFolder()).toBe(false)
  expect(await listMarkers()).toEqual([])
})

test('recovery waits for an import that is about to commit', async () => {
  const { db } = sites.main
  await markImportStarted(db)
  const transaction = await db.startTransaction().execute()
  await transaction.deleteFrom('one_time_tokens').execute()
  const recovery = finishInterruptedImport(db, folder)
  await transaction.commit().execute()
  await recovery
  expect(await readCurrentFile()).toBe('the archive’s')
  expect(hasBackupFolder()).toBe(false)
})
