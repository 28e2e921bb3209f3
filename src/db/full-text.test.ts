// Daily on PostgreSQL too: the index is each engine's own, and so is the way to the latest.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { makeSearchDocuments } from './search-documents.factory.ts'
import { findLatestOfEach, type DocumentGroup } from './full-text.ts'

let site: TestSite
/** Of 1,200 topics each has `common`, every fourth `seldom`, and the first three `rare`; of ten guides each has `common` too. */
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
      (_, at) => `kindtopic part${Math.floor(at / 50)} ${at % 4 === 0 ? 'seldom' : 'other'} ${at < 3 ? 'rare' : ''} common`,
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

describe('of each group the latest that have the words', () => {
  test('are found however many there are', async () => {
    const found = await findLatestOfEach(site.ctx.db, { word: 'common' }, [topics, guides], 20)
    expect(found.get('kindtopic')).toEqual(latest('topic', 20))
    expect(found.get('kindguide')).toEqual(latest('guide', 10))
  })

  test('are found where the latest parts have too few of them', async () => {
    const found = await findLatestOfEach(site.ctx.db, { word: 'seldom' }, [topics], 40)
    expect(found.get('kindtopic')).toEqual(
      ids.topic
        .filter((_, at) => at % 4 === 0)
        .toReversed()
        .slice(0, 40),
    )
  })

  test('are found where only the oldest have them', async () => {
    const found = await findLatestOfEach(site.ctx.db, { word: 'rare' }, [topics, guides], 40)
    expect(found.get('kindtopic')).toEqual(ids.topic.slice(0, 3).toReversed())
    expect(found.get('kindguide')).toEqual([])
  })
})
