/** Tests the unsubscribe links in notification mails. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from './notice.contract.ts'

const SECRET = 'k'.repeat(43)
let site: TestSite
let ada: Viewer
beforeAll(async () => {
  site = await openTestSite()
  ada = await makeUser(site.ctx)
  await site.ctx.db.insertInto('notice_senders').values({ user_id: ada.id, leave_key: SECRET, day: '2026-11-24', mails: 1 }).execute()
})
afterAll(() => site.close())

const getState = (key: string) => site.call(null, contract.getUnsubscribeEndpoint, { params: { key } })
const unsubscribe = (key: string) => site.call(null, contract.unsubscribeFromNoticesEndpoint, { params: { key } })
const changePreferences = (body: object) => site.call(ada, contract.changePreferencesEndpoint, { body })
const getPreferences = async () => (await site.call(ada, contract.getPreferencesEndpoint)).body

test('the unsubscribe link in a digest turns off only the kinds that are mailed daily', async () => {
  const key = `digest~${SECRET}`
  await changePreferences({ watch: 'now' })
  expect((await getState(key)).body).toEqual({ kind: 'digest', label: 'The daily digest', isLeft: true })
  await changePreferences({ reply: 'now', answer: 'daily', moderation: 'daily' })
  expect((await getState(key)).body).toMatchObject({ isLeft: false })
  expect((await unsubscribe(key)).body).toEqual({ kind: 'digest', label: 'The daily digest', isLeft: true })
  expect(await getPreferences()).toMatchObject({ reply: 'now', answer: 'off', moderation: 'off', watch: 'now' })
})

test('the unsubscribe link for a kind shows its state and turns off only that kind', async () => {
  await changePreferences({ reply: 'daily', answer: 'now', moderation: 'now', watch: 'daily' })
  const { body } = await getState(`reply~${SECRET}`)
  expect(body).toMatchObject({ kind: 'reply', isLeft: false })
  expect(body.label).not.toBe('The daily digest')
  expect((await unsubscribe(`reply~${SECRET}`)).body.isLeft).toBe(true)
  expect(await getPreferences()).toMatchObject({ reply: 'off', answer: 'now', moderation: 'now', watch: 'daily' })
})

test.each([`reply~${'y'.repeat(43)}`, `security~${SECRET}`, `x reply~${SECRET}`, `reply~${SECRET}x`, 'reply~', 'reply'])(
  'unsubscribing with the invalid key %s returns 404',
  async (key) => {
    expect(await unsubscribe(key)).toMatchObject({
      status: 404,
      body: { code: 'notice.link_unknown', message: 'This link is no longer valid.' },
    })
  },
)
