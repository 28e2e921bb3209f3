/** The links in notices' mails that switch a kind off, or what comes once a day. */
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

const look = (key: string) => site.call(null, contract.getLeavingEndpoint, { params: { key } })
const leave = (key: string) => site.call(null, contract.leaveNoticesEndpoint, { params: { key } })
const prefer = (body: object) => site.call(ada, contract.changePreferencesEndpoint, { body })
const preferences = async () => (await site.call(ada, contract.getPreferencesEndpoint)).body

test('the digest’s link switches off what comes once a day, and nothing else', async () => {
  const key = `digest~${SECRET}`
  expect((await look(key)).body).toEqual({ kind: 'digest', label: 'The daily digest', isLeft: true })
  await prefer({ reply: 'now', answer: 'daily', moderation: 'daily' })
  expect((await look(key)).body).toMatchObject({ isLeft: false })
  expect((await leave(key)).body).toEqual({ kind: 'digest', label: 'The daily digest', isLeft: true })
  expect(await preferences()).toEqual({ reply: 'now', answer: 'off', moderation: 'off' })
})

test('a kind’s link names it, and says whether it is off', async () => {
  await prefer({ reply: 'daily', answer: 'now', moderation: 'now' })
  const { body } = await look(`reply~${SECRET}`)
  expect(body).toMatchObject({ kind: 'reply', isLeft: false })
  expect(body.label).not.toBe('The daily digest')
  expect((await leave(`reply~${SECRET}`)).body.isLeft).toBe(true)
  expect(await preferences()).toEqual({ reply: 'off', answer: 'now', moderation: 'now' })
})

test.each([`reply~${'y'.repeat(43)}`, `security~${SECRET}`, `x reply~${SECRET}`, `reply~${SECRET}x`, 'reply~', 'reply'])(
  '%s belongs to nobody',
  async (key) => {
    expect(await leave(key)).toMatchObject({
      status: 404,
      body: { code: 'notice.link_unknown', message: 'This link belongs to no account any more.' },
    })
  },
)
