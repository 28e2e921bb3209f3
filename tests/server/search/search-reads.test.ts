/** The search index reads items by id: a table scan over a million rows would block everyone. */
import { afterAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { features } from '#app/features.ts'
import { setQueryObserver } from '#db/query-observer.ts'
import { collectSources } from '#features/search/indexing/search-index.service.ts'
import { openTestSite } from '#tests/support/test-site.ts'

const site = await openTestSite({ content: 'demo' })
afterAll(() => site.close())

const sources = collectSources(() => features)

/** Returns the SELECT statements sent during `work`. */
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

test.each(sources.map((source) => [source.kind, source] as const))(
  'reading %s for the index scans no table',
  async (_, { find, listIds, hasNoRows }) => {
    const ids = await listIds(site.ctx, 0, 5)
    const statements = await statementsOf(() => find(site.ctx, ids))
    expect(hasNoRows || statements.length > 0).toBe(true)
    const scans: string[] = []
    for (const statement of statements) {
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(site.ctx.db)
      // Small tables and the list of ids itself may be scanned.
      const scanned = rows.filter(({ detail }) =>
        /^SCAN (?!json_each|CONSTANT|c\b|categories|e\b|experts|v USING)|\((status|category_id)=\?\)$/.test(detail),
      )
      scans.push(...scanned.map(({ detail }) => `${detail}: ${statement}`))
    }
    expect(scans).toEqual([])
  },
)
