import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneClickUnsubscribeEndpoint, unsubscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { sealSubscriberKey } from '#features/newsletter/reader-key.service.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { changePreferencesEndpoint, readPreferencesEndpoint } from './interest.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const NOW = new Date().toISOString()
async function makeSubscriber(email: string): Promise<{ id: number; key: string }> {
  const row = { email, created_at: NOW, confirmed_at: NOW }
  const { id } = await site.ctx.db.insertInto('subscribers').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, key: sealSubscriberKey(site.ctx.site, id, 7) }
}
const readPreferences = (key: string) => site.call(null, readPreferencesEndpoint, { query: { key } })
const changePreferences = (token: string, interests: number[]) => site.call(null, changePreferencesEndpoint, { body: { token, interests } })
const unsubscribe = (key: string) => site.call(null, oneClickUnsubscribeEndpoint, { body: { key } })
const listDepartures = () => site.ctx.db.selectFrom('newsletter_departures').select('issue_id').execute()

test('a subscriber can change preferences with a key, without affecting others', async () => {
  const [categories, stranger, ann] = await Promise.all([
    site.ctx.db.selectFrom('categories').select('id').orderBy('id').execute(),
    makeSubscriber('stranger@example.org'),
    makeSubscriber('ann@example.org'),
  ])
  const [first = 0, second = 0, third = 0] = categories.map(({ id }) => id)
  await changePreferences(stranger.key, [third])
  expect((await readPreferences(ann.key)).body).toEqual({ email: 'ann@example.org', interests: [] })
  expect((await changePreferences(ann.key, [second, first, first, 999_999])).body.interests).toEqual([first, second])
  expect((await changePreferences(ann.key, [third])).body.interests).toEqual([third])
  expect((await changePreferences(ann.key, [])).body.interests).toEqual([])
  expect((await readPreferences(stranger.key)).body.interests).toEqual([third])
})

test('one-click unsubscribe is idempotent, erases the subscriber and counts one departure', async () => {
  const { id, key } = await makeSubscriber('leaver@example.org')
  await changePreferences(key, [1])
  for (const { status, body } of [await unsubscribe(key), await unsubscribe(key)])
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } })
  expect(await site.ctx.db.selectFrom('subscribers').select('id').where('id', '=', id).execute()).toEqual([])
  expect(await site.ctx.db.selectFrom('subscriber_interests').select('subscriber_id').where('subscriber_id', '=', id).execute()).toEqual([])
  // The departure is counted although the issue of the key does not exist.
  expect(await listDepartures()).toEqual([{ issue_id: null }])
  expect((await readPreferences(key)).body.code).toBe('newsletter.link_unknown')
  expect((await site.call(null, unsubscribeEndpoint, { body: { token: key } })).status).toBe(404)
})

test('invented keys, changed keys and keys from other sites return 404', async () => {
  const { id, key } = await makeSubscriber('safe@example.org')
  const elsewhere = sealSubscriberKey({ ...site.ctx.site, id: 'another' }, id, 7)
  const changed = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
  for (const invalidKey of ['x'.repeat(50), elsewhere, changed]) {
    expect((await unsubscribe(invalidKey)).status).toBe(404)
    expect((await readPreferences(invalidKey)).status).toBe(404)
    expect((await changePreferences(invalidKey, [1])).status).toBe(404)
  }
  expect((await unsubscribe('short')).status).toBe(400)
  expect((await readPreferences(key)).status).toBe(200)
})
