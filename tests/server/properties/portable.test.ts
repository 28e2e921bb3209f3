/** Every column of every table comes back as it was from an archive, from a backup, and from another engine. */
// Daily on PostgreSQL too: the engines have different types, and values are converted between them.
import { testAtNight, testWhere } from '#tests/support/at-night.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { features } from '#app/features.ts'
import { createBackupSource, createRestoreTarget } from '#app/commands/installation-commands.ts'
import { MAIN_SITE, openEngine, openFilledSite } from '#app/sites/open-main-site.ts'
import { getFilesFolder } from '#app/sites/open-site-files.ts'
import { archiveTables } from '#app/registry.ts'
import { forAnyTable, type AnyRow } from '#db/any-table.ts'
import type { Engine, EngineName } from '#db/engine.ts'
import { openSite } from '#db/open-site.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { ArchivedTable } from '#features/archive/archive-tables.ts'
import { fillEveryTable, packArchive } from '#tests/support/archive-fixture.ts'
import type { ArchiveRow } from '#features/archive/archive.format.ts'
import { importArchive } from '#features/archive/import.service.ts'
import { STAGED_MAIN } from '#features/backups/site-target.ts'
import { moveInstallation, restoreInstallation, backUpInstallation } from '#features/backups/backup.service.ts'
import type { Site } from '#platform/contract/context.ts'
import { collectTables } from '#platform/contract/feature.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { makePlace, type Place } from '#tests/support/whole-installation.ts'
import { fillEveryColumn } from './every-column.ts'

const server = inject('databaseUrl' as never) as string | undefined
const own: EngineName = server ? 'postgres' : 'sqlite'
/** From PostgreSQL to the embedded database only at night: by day the move to it covers the conversion of values. */
const targets: readonly EngineName[] = server && isNightly ? ['postgres', 'sqlite'] : [own]
/** Files are rows on PostgreSQL alone, and are compared as files by the tests of the commands. */
const FILE_TABLES = ['files', 'file_chunks']
/** What is computed from other tables is in no backup. */
const TABLES = collectTables(features)
  .filter(({ name, declaration }) => !declaration.isDerived && !FILE_TABLES.includes(name))
  .map(({ name }) => name)

const folder = mkdtempSync(join(tmpdir(), 'portable-'))
const places: Place[] = []
const newPlace = async (engine: EngineName): Promise<Place> => {
  const place = await makePlace(engine, server)
  places.push(place)
  return place
}

let source: Place
let engine: Engine
let site: Site
let missing: string[]
let before: Rows
const backup = join(folder, 'backup.zip')
beforeAll(async () => {
  source = await newPlace(own)
  engine = await openEngine(source)
  site = await openFilledSite(engine, MAIN_SITE, { content: 'demo', dataDir: source.dataDir })
  await fillEveryTable({ db: site.db, site })
  missing = await fillEveryColumn(site.db, site.id, TABLES)
  before = await readRows(site.db)
  await backUpInstallation(createBackupSource(source), backup)
})
afterAll(async () => {
  await site.db.destroy()
  await engine.close()
  for (const place of places) await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

type Rows = Record<string, string[]>

const readTable = (db: SiteDatabase, table: string): Promise<AnyRow[]> => forAnyTable(db).selectFrom(table).selectAll().execute()
/** The same for the same row, whatever the order of its columns. */
const toText = (row: ArchiveRow): string => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))

async function readRows(db: SiteDatabase): Promise<Rows> {
  const rows: Rows = {}
  for (const table of TABLES) rows[table] = (await readTable(db, table)).map(toText).toSorted()
  return rows
}

/** A row as an archive brings it: what its table declares, and nothing else, may differ. */
function importedRow({ unseal, withoutSchedule, onImport }: ArchivedTable, row: ArchiveRow): ArchiveRow {
  const unscheduled = withoutSchedule?.(row) ?? row
  const sent = unseal?.(unscheduled) ?? unscheduled
  return onImport?.(sent).row ?? sent
}

/** Jobs are held where they are restored, so that nothing is sent twice: none is due or started there. */
function expectSameRows(rows: Rows, expected = before): void {
  const withoutTimes = (row: string) => row.replaceAll(/\["(?:due|started)_at",(?:null|"[^"]*")\],?/g, '')
  const compared = (table: string, of: Rows) => (table === 'queued_jobs' ? of[table]?.map(withoutTimes).toSorted() : of[table])
  for (const table of TABLES) expect(compared(table, rows), table).toEqual(compared(table, expected))
}

async function readPlace(place: Place): Promise<Rows> {
  const opened = await openEngine(place)
  const db = await openSite(opened, MAIN_SITE)
  const rows = await readRows(db)
  await db.destroy()
  await opened.close()
  return rows
}

test('every column has a non-default value, and null where it is nullable', () => {
  expect(missing).toEqual([])
})

describe.each(targets)('to %s', (to) => {
  test('an archive restores every column', async () => {
    const file = join(folder, `${to}.zip`)
    await packArchive({ db: site.db, site }, true, file)
    const place = await newPlace(to)
    const opened = await openEngine(place)
    const target = {
      tables: archiveTables,
      engine: opened,
      site: 'brought',
      folder: getFilesFolder(place.dataDir, 'brought'),
      replace: false,
    }
    await importArchive(file, target)
    const db = await openSite(opened, 'brought')
    for (const [table, declared] of archiveTables.archived) {
      const [was, is] = [await readTable(site.db, table), await readTable(db, table)]
      expect(is.map(toText).toSorted(), table).toEqual(was.map((row) => toText(importedRow(declared, row))).toSorted())
    }
    await db.destroy()
    await opened.close()
  })

  test('a backup restores every column', async () => {
    const place = await newPlace(to)
    const opened = await openEngine(place)
    await restoreInstallation(backup, createRestoreTarget(opened, place.dataDir), false, () => undefined)
    await opened.close()
    expectSameRows(await readPlace(place))
  })
})

testWhere(server !== undefined)('a move to SQLite and back preserves every column', async () => {
  const [there, back] = [await newPlace('sqlite'), await newPlace('postgres')]
  for (const [from, to] of [
    [source, there],
    [there, back],
  ] as const) {
    const opened = await openEngine(to)
    await moveInstallation(createBackupSource(from), createRestoreTarget(opened, to.dataDir), () => undefined)
    await opened.close()
    expectSameRows(await readPlace(to))
  }
})

testAtNight('a restore interrupted at any step leaves the old or the new site complete, and can be resumed', async () => {
  let step = 1
  while (await restoreCutOffAt(step)) step++
  expect(step).toBeGreaterThan(3)
})

/** @returns whether the restore had so many steps */
async function restoreCutOffAt(step: number): Promise<boolean> {
  const place = await newPlace(own)
  const opened = await openEngine(place)
  const old = await openFilledSite(opened, MAIN_SITE, { content: 'empty', dataDir: place.dataDir })
  const oldRows = await readRows(old.db)
  await old.db.destroy()
  const restore = (target: Engine) => restoreInstallation(backup, createRestoreTarget(target, place.dataDir), true, () => undefined)
  const error = await restore(cutOffAt(opened, step)).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(String(error ?? 'cut off')).toContain('cut off')
  await expectOldOrNew(opened, oldRows)
  if (error !== undefined) await restore(opened)
  await opened.close()
  expectSameRows(await readPlace(place))
  return error !== undefined
}

async function expectOldOrNew(opened: Engine, oldRows: Rows): Promise<void> {
  // Between two renames there is no main site; the new one is complete under its other name.
  const name = (await opened.sizeOf(MAIN_SITE)) > 0 ? MAIN_SITE : STAGED_MAIN
  const db = await openSite(opened, name)
  const rows = await readRows(db)
  await db.destroy()
  // A restore that is not finished has a note of what has been brought.
  rows['one_time_tokens'] = (rows['one_time_tokens'] ?? []).filter((row) => !row.includes('["purpose","restore"]'))
  const isOld = String(rows['settings']) === String(oldRows['settings'])
  expectSameRows(rows, isOld ? oldRows : before)
}

/** An engine whose n-th call fails. */
function cutOffAt(target: Engine, step: number): Engine {
  let calls = 0
  return new Proxy(target, {
    get(_target, name) {
      const part: unknown = Reflect.get(target, name)
      if (typeof part !== 'function') return part
      return (...values: unknown[]) => {
        calls += 1
        if (calls === step) throw new Error('cut off')
        return Reflect.apply(part, target, values) as unknown
      }
    },
  })
}
