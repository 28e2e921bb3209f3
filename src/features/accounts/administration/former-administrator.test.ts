/** Tests that webhooks of former administrators are paused. */
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

const createWebhook = async (creator: TestAccount): Promise<number> => {
  const body = { url: 'https://hooks.example/in', description: '', events: ['member.created'] }
  return (await creator.call(createWebhookEndpoint, { body })).body.id
}
const findPause = (id: number) =>
  site.ctx.db.selectFrom('webhooks').select(['paused_at', 'paused_reason']).where('id', '=', id).executeTakeFirstOrThrow()
const PAUSED = { paused_at: expect.any(String), paused_reason: 'Its creator is no longer an administrator.' }
const NOT_PAUSED = { paused_at: null, paused_reason: null }

test.each([
  ['is demoted', (id: number) => admin.call(changeUserEndpoint, { params: { id }, body: { isAdmin: false } })],
  ['is restricted', (id: number) => admin.call(changeUserEndpoint, { params: { id }, body: { isRestricted: true } })],
  ['is closed', (id: number) => admin.call(deleteUserEndpoint, { params: { id } })],
])('webhooks of an administrator are paused when their account %s', async (_condition, changeAccount) => {
  const formerAdmin = await makeSignedIn(site, undefined, true)
  const [ownWebhookId, otherWebhookId] = [await createWebhook(formerAdmin), await createWebhook(admin)]
  expect((await changeAccount(formerAdmin.id)).status).toBe(200)
  expect(await findPause(ownWebhookId)).toEqual(PAUSED)
  expect(await findPause(otherWebhookId)).toEqual(NOT_PAUSED)
})

test('a webhook of another administrator is paused if the former administrator has set its URL', async () => {
  const formerAdmin = await makeSignedIn(site, undefined, true)
  const id = await createWebhook(admin)
  await formerAdmin.call(changeWebhookEndpoint, { params: { id }, body: { url: 'https://former.example/in' } })
  await admin.call(changeUserEndpoint, { params: { id: formerAdmin.id }, body: { isAdmin: false } })
  expect(await findPause(id)).toEqual(PAUSED)
  expect((await admin.call(changeWebhookEndpoint, { params: { id }, body: { isPaused: false } })).status).toBe(200)
  expect(await findPause(id)).toEqual(NOT_PAUSED)
})
