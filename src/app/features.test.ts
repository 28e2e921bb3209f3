/** Tests the features' declarations of tables, personal data and trash hooks against the database and the contracts. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPersonalSections } from '#features/accounts/profile/personal-data/personal-data.ts'
import { collectTrashHooks } from '#features/trash/trash-hooks.service.ts'
import { TrashKind } from '#features/trash/trash.contract.ts'
import { listReferences } from '#db/references.factory.ts'
import { collectTables } from '#platform/contract/feature.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { features } from './features.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const tables = collectTables(features)
/** Whether a table belongs to a feature, not to SQLite, Kysely's migrator or a full-text index. */
const isFeatureTable = (name: string) => !/^(kysely_|sqlite_)|_fts/.test(name)

describe('tables', () => {
  test('each table is declared by exactly one feature', async () => {
    const databaseTables = await site.ctx.db.introspection.getTables()
    const names = databaseTables.map(({ name }) => name).filter(isFeatureTable)
    expect(tables.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  test('each table declares the tables that its foreign keys reference', async () => {
    const declaredReferences = tables.map(({ name, declaration }) => [name, [...(declaration.references ?? [])].toSorted()])
    const actualReferences = await Promise.all(
      tables.map(async ({ name }) => [name, await listReferences(site.ctx.db, site.ctx.site.id, name)]),
    )
    expect(declaredReferences).toEqual(actualReferences)
  })

  test('each table with personal data is in the export, or states why it is not', async () => {
    const databaseTables = await site.ctx.db.introspection.getTables()
    const personalTables = databaseTables.filter(({ columns }) =>
      columns.some(({ name }) => /^(user_id|deleted_by|email|to_address)$/.test(name)),
    )
    const undeclared = tables.filter(
      ({ name, declaration }) => personalTables.some((table) => table.name === name) && declaration.personal === 'nothing',
    )
    expect(undeclared.map(({ name }) => name)).toEqual([])
  })
})

test('each section of the personal-data export belongs to one feature', () => {
  const sectionNames = listPersonalSections(features).map(({ section }) => section)
  expect(sectionNames.length).toBeGreaterThan(8)
  expect(new Set([...sectionNames, 'site', 'exportedAt']).size).toBe(sectionNames.length + 2)
})

test('every kind of trash item has a restore hook, and only enquiries have a purge hook', () => {
  const { restore, purge } = collectTrashHooks(() => features)
  expect(Object.keys(restore).toSorted()).toEqual([...TrashKind.options].toSorted())
  expect(Object.keys(purge)).toEqual(['enquiry'])
})

test('every feature folder is registered under its name', () => {
  const folders = globSync('features/*/feature.ts', { cwd: join(import.meta.dirname, '..') }).map((file) => file.split('/')[1] ?? '')
  expect(features.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})
