/** An import that was cut off between its files and its rows: whoever comes next puts the files to their rows. */
import { archiveTables } from '#app/registry.ts'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import { filesFolderOf } from '#app/sites/open-site-files.ts'
import { findFile } from '#db/files/stored-files.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { putFile, readBytes } from '#tests/support/site-files.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { packArchive } from '#tests/support/archive-fixture.ts'
import { backupFolderOf, markImportStarted, finishInterruptedImport } from './import-files.service.ts'
import { importArchive } from './import.service.ts'

let home: TestSites
beforeAll(async () => {
  home = await openTestSites({ content: 'empty' })
})
afterAll(() => home.close())

const PLACE = { folder: 'uploads/whose', name: '1.txt' }
const PATH = 'uploads/whose/1.txt'
let folder: string
/** In the folder or, on a PostgreSQL server, in the database, where a start brings what an earlier version has left in the folder. */
const isThere = async () => {
  const inFolder = await readBytes(createFolderFiles(folder), PATH)
  return String(inFolder ?? (await findFile(home.main.db, PLACE))?.first)
}
/** The files have changed places. */
beforeEach(async () => {
  folder = filesFolderOf(home.folder, home.main.id)
  await home.main.db.deleteFrom('files').execute()
  for (const [place, whose] of [
    [folder, 'the archive’s'],
    [backupFolderOf(folder), 'the site’s own'],
  ] as const) {
    mkdirSync(join(place, PLACE.folder), { recursive: true })
    writeFileSync(join(place, PATH), whose)
  }
})

async function start(): Promise<void> {
  const { db } = await openFilledSite(home.engine, home.main.id, { content: 'empty', dataDir: home.folder })
  await db.destroy()
}
const notes = () => home.main.db.selectFrom('one_time_tokens').select('purpose').execute()

test('before its rows were committed: a start brings the old files back, once', async () => {
  const { db } = home.main
  await markImportStarted(db)
  await start()
  expect([await isThere(), existsSync(backupFolderOf(folder)), await notes()]).toEqual(['the site’s own', false, []])
  await start()
  expect(await isThere()).toBe('the site’s own')
})

test('after they were committed: a start keeps the new ones', async () => {
  await start()
  expect([await isThere(), existsSync(backupFolderOf(folder))]).toEqual(['the archive’s', false])
})

test('the next import brings them back, too, even when it is refused', async () => {
  const { db, id } = home.main
  const file = join(home.folder, 'whole.zip')
  await putFile(home.main.files, PATH, 'the archive’s')
  await packArchive({ db, site: home.main }, false, file)
  await db.deleteFrom('files').execute()
  await markImportStarted(db)
  const target = { tables: archiveTables, engine: home.engine, site: id, folder, replace: false }
  await expect(importArchive(file, target)).rejects.toThrow(/There is a site already/)
  expect([await isThere(), existsSync(backupFolderOf(folder))]).toEqual(['the site’s own', false])
  await importArchive(file, { ...target, replace: true })
  expect([await isThere(), existsSync(backupFolderOf(folder)), await notes()]).toEqual(['the archive’s', false, []])
})

test('a start in the last moment of an import waits for what becomes of it', async () => {
  const { db } = home.main
  await markImportStarted(db)
  const committing = await db.startTransaction().execute()
  await committing.deleteFrom('one_time_tokens').execute()
  const settling = finishInterruptedImport(db, folder)
  await committing.commit().execute()
  await settling
  expect([await isThere(), existsSync(backupFolderOf(folder))]).toEqual(['the archive’s', false])
})
