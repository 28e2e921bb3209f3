/** Webhooks of former administrators are paused. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeUserEndpoint, deleteUserEndpoint } from '#features/users/user-admin.contract.ts'
import { changeWebhookEndpoint, createWebhookEndpoint } from '#features/webhooks/webhook.contract.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { makeSignedIn, type TestAccount } from '#features/accounts/account.factory.ts'

let site: TestSite
let admin: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
})
afterAll(() => site.close())

const create = async (by: TestAccount): Promise<number> => {
  const body = { url: 'https://hooks.example/in', description: '', events: ['member.created'] }
  return (await by.call(createWebhookEndpoint, { body })).body.id
}
const findPause = (id: number) =>
  site.ctx.db.selectFrom('webhooks').select(['paused_at', 'paused_reason']).where('id', '=', id).executeTakeFirstOrThrow()
const PAUSED = { paused_at: expect.any(String), paused_reason: 'Its creator is no longer an administrator.' }
const NOT_PAUSED = { paused_at: null, paused_reason: null }

test.each([
  ['is demoted', (id: number) => admin.call(changeUserEndpoint, { params: { id }, body: { isAdmin: false } })],
  ['is restricted', (id: number) => admin.call(changeUserEndpoint, { params: { id }, body: { isRestricted: true } })],
  ['is closed', (id: number) => admin.call(deleteUserEndpoint, { params: { id } })],
])('webhooks of an account are paused when it %s', async (_condition, demote) => {
  const former = await makeSignedIn(site, undefined, true)
  const [own, other] = [await create(former), await create(admin)]
  expect((await demote(former.id)).status).toBe(200)
  expect(await findPause(own)).toEqual(PAUSED)
  expect(await findPause(other)).toEqual(NOT_PAUSED)
})

test('a webhook of another administrator is paused when the former one set its URL', async () => {
  const former = await makeSignedIn(site, undefined, true)
  const id = await create(admin)
  await former.call(changeWebhookEndpoint, { params: { id }, body: { url: 'https://former.example/in' } })
  await admin.call(changeUserEndpoint, { params: { id: former.id }, body: { isAdmin: false } })
  expect(await findPause(id)).toEqual(PAUSED)
  expect((await admin.call(changeWebhookEndpoint, { params: { id }, body: { isPaused: false } })).status).toBe(200)
  expect(await findPause(id)).toEqual(NOT_PAUSED)
})
