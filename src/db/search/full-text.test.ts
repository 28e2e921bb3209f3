// Daily on PostgreSQL too: each engine has its own index and its own query for the latest documents.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { engineOf } from '#db/engine.ts'
import { findDocumentIds, findLatestOfEach, mergeFullTextIndex, type DocumentGroup } from './full-text.ts'
import { makeSearchDocuments } from './search-documents.factory.ts'

let site: TestSite
/** All 1,200 topics contain `common`, every fourth `seldom`, and the first three `rare`; all ten guides contain `common`. */
const TOPICS = 1200
const ids = { topic: [] as number[], guide: [] as number[] }
const topics: DocumentGroup = { term: 'kindtopic', latest: [['part23'], ['part22', 'part23']] }
const guides: DocumentGroup = { term: 'kindguide', latest: [] }

beforeAll(async () => {
  site = await openTestSite()
  ids.topic = await makeSearchDocuments(
    site.ctx.db,
    'topic',
    Array.from(
      { length: TOPICS },
      (_, index) => `kindtopic part${Math.floor(index / 50)} ${index % 4 === 0 ? 'seldom' : 'other'} ${index < 3 ? 'rare' : ''} common`,
    ),
  )
  ids.guide = await makeSearchDocuments(
    site.ctx.db,
    'guide',
    Array.from({ length: 10 }, () => 'kindguide common'),
  )
})
afterAll(() => site.close())

const latest = (kind: 'topic' | 'guide', count: number) => ids[kind].toReversed().slice(0, count)

describe('findLatestOfEach', () => {
  test('returns the latest documents of each group for a common word', async () => {
    const found = await findLatestOfEach(site.ctx.db, { word: 'common' }, [topics, guides], { all: 20, each: 20 })
    expect(found.get('kindtopic')).toEqual(latest('topic', 20))
    expect(found.get('kindguide')).toEqual(latest('guide', 10))
  })

  test('falls back to older documents if the latest sets have too few matches', async () => {
    const found = await findLatestOfEach(site.ctx.db, { word: 'seldom' }, [topics], { all: 40, each: 40 })
    expect(found.get('kindtopic')).toEqual(
      ids.topic
        .filter((_, index) => index % 4 === 0)
        .toReversed()
        .slice(0, 40),
    )
  })

  test('finds matches that only the oldest documents contain', async () => {
    const found = await findLatestOfEach(site.ctx.db, { word: 'rare' }, [topics, guides], { all: 40, each: 40 })
    expect(found.get('kindtopic')).toEqual(ids.topic.slice(0, 3).toReversed())
    expect(found.get('kindguide')).toEqual([])
  })
})

test('merging the segments of the index does not change the results', async () => {
  const { db } = site.ctx
  for (let index = 0; index < 30; index += 1) await makeSearchDocuments(db, `piece${index}`, [`piece ${'many '.repeat(20)}`])
  const countSegments = async () =>
    (await sql<{ n: number }>`select count(distinct segid) as n from search_documents_fts_idx`.execute(db)).rows[0]?.n ?? 0
  const hasSegments = engineOf(db) === 'sqlite'
  expect(hasSegments ? await countSegments() : 2).toBeGreaterThan(1)
  const before = await findDocumentIds(db, { word: 'piece' }, 100)
  expect(before).toHaveLength(30)
  let steps = 0
  for (let isFirst = true; await mergeFullTextIndex(db, { pages: 1, isFirst }); isFirst = false) steps += 1
  expect(steps > 0).toBe(hasSegments)
  expect(hasSegments ? await countSegments() : 1).toBe(1)
  expect(await findDocumentIds(db, { word: 'piece' }, 100)).toEqual(before)
})
