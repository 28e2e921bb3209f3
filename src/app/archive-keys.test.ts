import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { archiveTables } from './registry.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

/** Lists the columns of the primary key and of each unique index. */
async function listUniqueKeys(table: string): Promise<string[][]> {
  const { rows } = await sql<{ index: string; column: string }>`
    select '' as "index", name as "column" from pragma_table_info(${table}) where pk > 0
    union all
    select i.name as "index", c.name as "column" from pragma_index_list(${table}) i, pragma_index_info(i.name) c
    where i."unique" = 1 and i.partial = 0`.execute(site.ctx.db)
  return [...Map.groupBy(rows, (row) => row.index).values()].map((columns) => columns.map(({ column }) => column))
}

// An archive is written in pages, each of which begins after the last key: a row with the same key as the last one would be skipped.
test.skipIf(inject('databaseUrl' as never)).each([...archiveTables.archived])('the archive key of %s is unique', async (table, { key }) => {
  const uniqueKeys = await listUniqueKeys(table)
  expect(uniqueKeys.filter((columns) => columns.every((column) => key.includes(column)))).not.toEqual([])
})
