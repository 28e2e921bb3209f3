/** What the search's index reads of a thing it finds by the thing's number: a look through a table of a million rows would hold everybody up. */
import { afterAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { features } from '#app/features.ts'
import { setQueryObserver } from '#db/query-observer.ts'
import { collectSources } from '#features/search/indexing/search-index.service.ts'
import { openTestSite } from '#tests/support/test-site.ts'

const site = await openTestSite({ content: 'demo' })
afterAll(() => site.close())

const sources = collectSources(() => features)

/** Everything that is asked meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const before = setQueryObserver((text) => void statements.push(text))
  try {
    await work()
  } finally {
    setQueryObserver(before)
  }
  return statements.filter((text) => text.startsWith('select'))
}

test.each(sources.map((source) => [source.kind, source] as const))('%s', async (_, { find, listIds, hasNoRows }) => {
  const ids = await listIds(site.ctx, 0, 5)
  const statements = await statementsOf(() => find(site.ctx, ids))
  expect(hasNoRows || statements.length > 0).toBe(true)
  const looks: string[] = []
  for (const statement of statements) {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(site.ctx.db)
    // Tables of a handful of rows, and the list of numbers itself, may be looked through.
    const through = rows.filter(({ detail }) =>
      /^SCAN (?!json_each|CONSTANT|c\b|categories|e\b|experts|v USING)|\((status|category_id)=\?\)$/.test(detail),
    )
    looks.push(...through.map(({ detail }) => `${detail}: ${statement}`))
  }
  expect(looks).toEqual([])
})
