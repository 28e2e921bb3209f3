/** An import that was cut off between its files and its rows: whoever comes next puts the files to their rows. */
// Daily on PostgreSQL too: a schema is put in the place of another.
import { archiveTables } from '#app/registry.ts'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFilledSite } from '#app/open-main-site.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { pack } from './archive.factory.ts'
import { backupFolderOf, markImportStarted, finishInterruptedImport } from './import-files.service.ts'
import { importArchive } from './import.service.ts'

let home: TestSites
beforeAll(async () => {
  home = await openTestSites({ content: 'empty' })
})
afterAll(() => home.close())

const isThere = (folder: string) => readFileSync(join(folder, 'uploads/whose.txt'), 'utf8')
/** The files have changed places. */
beforeEach(() => {
  const { folder } = home.main
  for (const [place, whose] of [
    [folder, 'the archive’s'],
    [backupFolderOf(folder), 'the site’s own'],
  ] as const) {
    mkdirSync(join(place, 'uploads'), { recursive: true })
    writeFileSync(join(place, 'uploads/whose.txt'), whose)
  }
})

async function start(): Promise<void> {
  const { db } = await openFilledSite(home.engine, home.main.id, { content: 'empty', dataDir: home.folder })
  await db.destroy()
}
const notes = () => home.main.db.selectFrom('one_time_tokens').select('purpose').execute()

test('before its rows were committed: a start brings the old files back, once', async () => {
  const { db, folder } = home.main
  await markImportStarted(db)
  await start()
  expect([isThere(folder), existsSync(backupFolderOf(folder)), await notes()]).toEqual(['the site’s own', false, []])
  await start()
  expect(isThere(folder)).toBe('the site’s own')
})

test('after they were committed: a start keeps the new ones', async () => {
  const { folder } = home.main
  await start()
  expect([isThere(folder), existsSync(backupFolderOf(folder))]).toEqual(['the archive’s', false])
})

test('the next import brings them back, too, even when it is refused', async () => {
  const { db, folder, id } = home.main
  const file = join(home.folder, 'whole.zip')
  await pack({ db, site: home.main }, false, file)
  await markImportStarted(db)
  const target = { tables: archiveTables, engine: home.engine, site: id, folder, replace: false }
  await expect(importArchive(file, target)).rejects.toThrow(/There is a site already/)
  expect([isThere(folder), existsSync(backupFolderOf(folder))]).toEqual(['the site’s own', false])
  await importArchive(file, { ...target, replace: true })
  expect([isThere(folder), existsSync(backupFolderOf(folder)), await notes()]).toEqual(['the archive’s', false, []])
})

test('a start in the last moment of an import waits for what becomes of it', async () => {
  const { db, folder } = home.main
  await markImportStarted(db)
  const committing = await db.startTransaction().execute()
  await committing.deleteFrom('one_time_tokens').execute()
  const settling = finishInterruptedImport(db, folder)
  await committing.commit().execute()
  await settling
  expect([isThere(folder), existsSync(backupFolderOf(folder))]).toEqual(['the archive’s', false])
})
