/** Tests the query plans: for a small `limit` the planner prefers a sequential scan, which would recalculate the tsvector of each row. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, type RawBuilder } from 'kysely'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { findSimilarWordIds, findDocumentIds, findLatestOfEach } from './full-text.ts'
import { schemaPrefix } from '#db/engine.ts'
import { makeSearchDocuments } from './search-documents.factory.ts'
import type { SiteDatabase } from '#db/tables.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
  const filler = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
  const terms = Array.from(
    { length: 3000 },
    (_, index) => `kindtopic ${index < 2000 ? 'early' : 'late'} ${index % 2 ? 'common' : ''} ${filler}`,
  )
  await makeSearchDocuments(site.ctx.db, 'topic', terms)
  await sql`analyze ${sql.raw(`${schemaPrefix(site.ctx.db)}search_documents`)}`.execute(site.ctx.db)
})
afterAll(() => site.close())

/** Whether the work used sequential scans of the table, and whether index scans. */
async function scansOf(work: (db: SiteDatabase) => Promise<unknown>): Promise<{ byRow: boolean; byIndex: boolean } | undefined> {
  return site.ctx.db.transaction().execute(async (db) => {
    await work(db)
    const { rows } = await sql<{ byRow: boolean; byIndex: boolean }>`
      select seq_scan > 0 as "byRow", idx_scan > 0 as "byIndex" from pg_stat_xact_user_tables
      where relname = 'search_documents' and seq_scan + idx_scan > 0`.execute(db)
    return rows[0]
  })
}

test('common words are found by an index scan', async () => {
  expect(await scansOf((db) => findDocumentIds(db, { word: 'common' }, 10))).toEqual({ byRow: false, byIndex: true })
  const group = { term: 'kindtopic', latest: [['late']] }
  expect(await scansOf((db) => findLatestOfEach(db, { word: 'common' }, [group], { all: 10, each: 10 }))).toEqual({
    byRow: false,
    byIndex: true,
  })
})

test('words are looked up in the index of words, not in the trigram index', async () => {
  const words = Array.from({ length: 5000 }, (_, index) => ({ word: `battery${index}`, term: `batteri${index}`, documents: 1 }))
  await site.ctx.db.insertInto('search_words').values(words).execute()
  const table = sql.raw(`${schemaPrefix(site.ctx.db)}search_words`)
  const planOf = async (condition: RawBuilder<unknown>) =>
    JSON.stringify((await sql`explain select id from ${table} where ${condition}`.execute(site.ctx.db)).rows)
  expect(await planOf(sql`word = any(${['battery1', 'battery2', 'batt', 'ery']}::text[])`)).toContain('search_words_word_key')
  expect(await findSimilarWordIds(site.ctx.db, 'batery777', 5)).not.toEqual([])
})
