import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { archiveTables } from './registry.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

/** The columns of the primary key and of each unique index. */
async function listUniqueKeys(table: string): Promise<string[][]> {
  const { rows } = await sql<{ index: string; column: string }>`
    select '' as "index", name as "column" from pragma_table_info(${table}) where pk > 0
    union all
    select i.name as "index", c.name as "column" from pragma_index_list(${table}) i, pragma_index_info(i.name) c
    where i."unique" = 1 and i.partial = 0`.execute(site.ctx.db)
  return [...Map.groupBy(rows, (row) => row.index).values()].map((columns) => columns.map(({ column }) => column))
}

// An archive is written page by page after the last key: rows with the same key would be skipped at the end of a page.
test.skipIf(inject('databaseUrl' as never)).each([...archiveTables.archived])('the archive key of %s is unique', async (table, { key }) => {
  const unique = await listUniqueKeys(table)
  expect(unique.filter((columns) => columns.every((column) => key.includes(column)))).not.toEqual([])
})
