/** Tests how entries of the suppression list replace each other and expire. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from './suppression.contract.ts'
import type { MailEvent } from './suppression.contract.ts'
import { recordMailEvents, removeOldSoftBounces, retryAddress } from './suppression.service.ts'

const DAY_MS = 86_400_000
let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())
beforeEach(async () => void (await site.ctx.db.deleteFrom('suppressions').execute()))
const listSuppressions = async () => (await site.call(admin, contract.listSuppressionsEndpoint)).body

test('soft bounces that are 31 days apart do not suppress the address', async () => {
  const soft: MailEvent = { type: 'soft', address: 'slow@example.org', detail: '' }
  const now = Date.now()
  for (let n = 0; n < 8; n++) await recordMailEvents(site.ctx, [soft], now + n * 31 * DAY_MS)
  expect(await listSuppressions()).toEqual([])
  await removeOldSoftBounces(site.ctx, now + 7 * 31 * DAY_MS + 31 * DAY_MS)
  expect(await site.ctx.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
})

test('a manual entry replaces a bounce, and the member cannot have it retried', async () => {
  const address = 'ann@example.org'
  await recordMailEvents(site.ctx, [{ type: 'bounce', address, detail: '550' }])
  const created = await site.call(admin, contract.addSuppressionEndpoint, { body: { address, detail: 'Asked by phone' } })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ address, reason: 'manual', detail: 'Asked by phone' })
  expect(await retryAddress(site.ctx, address)).toBe(false)
  await recordMailEvents(site.ctx, [{ type: 'bounce', address, detail: '550' }])
  expect(await listSuppressions()).toMatchObject([{ address, reason: 'manual' }])
})
