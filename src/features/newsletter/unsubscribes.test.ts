/** Tests that imports skip unsubscribed addresses until they opt in again. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { importSubscribersEndpoint } from './imports/import.contract.ts'
import { confirmSubscriptionEndpoint, oneClickUnsubscribeEndpoint, subscribeEndpoint, unsubscribeEndpoint } from './newsletter.contract.ts'
import { removeSubscriberEndpoint } from './subscriber.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of ['subscribers', 'newsletter_unsubscribes', 'mails', 'one_time_tokens'] as const)
    await site.ctx.db.deleteFrom(table).execute()
})

const EMAIL = 'rue@example.org'
const importRow = async (date: string, email = EMAIL) => {
  const text = `email,source,date\n${email},Fair,${date}`
  return (await site.call(admin, importSubscribersEndpoint, { body: { text, isTrial: false } })).body
}
const signUp = async () => {
  // Resets the daily limit of confirmation mails.
  await site.ctx.db.deleteFrom('mail_recipient_counts').execute()
  await site.call(null, subscribeEndpoint, { body: { email: EMAIL } })
  const { body } = await site.ctx.db
    .selectFrom('mails')
    .select('body')
    .where('to_address', '=', EMAIL)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const token = /confirm\?key=([\w-]{43})/.exec(body)?.[1] ?? ''
  expect((await site.call(null, confirmSubscriptionEndpoint, { body: { token } })).status).toBe(200)
  return token
}

describe('an address that has unsubscribed', () => {
  test('is skipped by an import and reported as unsubscribed, regardless of case', async () => {
    await site.call(null, unsubscribeEndpoint, { body: { token: await signUp() } })
    for (const email of [EMAIL, 'Rue@Example.org'])
      expect(await importRow('2025-03-01', email)).toMatchObject({ added: 0, skipped: [{ reason: 'unsubscribed', count: 1 }] })
    expect(await importRow('2025-03-01', 'other@example.org')).toMatchObject({ added: 1 })
  })

  test('is imported when the consent is newer than the unsubscribe', async () => {
    await site.call(null, unsubscribeEndpoint, { body: { token: await signUp() } })
    await site.ctx.db.updateTable('newsletter_unsubscribes').set({ left_at: '2025-01-01T00:00:00.000Z' }).execute()
    expect(await importRow('2024-12-31')).toMatchObject({ added: 0 })
    expect(await importRow('2025-03-01')).toMatchObject({ added: 1 })
  })

  test('is no longer recorded after a new opt-in', async () => {
    await site.call(null, unsubscribeEndpoint, { body: { token: await signUp() } })
    await signUp()
    expect(await site.ctx.db.selectFrom('newsletter_unsubscribes').selectAll().execute()).toEqual([])
  })

  test('is skipped after an administrator has removed it', async () => {
    await signUp()
    const { id } = await site.ctx.db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
    await site.call(admin, removeSubscriberEndpoint, { params: { id }, body: {} })
    expect(await importRow('2025-03-01')).toMatchObject({ added: 0, skipped: [{ reason: 'unsubscribed', count: 1 }] })
  })

  test('is stored as a hash only', async () => {
    await site.call(null, unsubscribeEndpoint, { body: { token: await signUp() } })
    const rows = await site.ctx.db.selectFrom('newsletter_unsubscribes').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('rue')
    expect(rows[0]?.address_hash).toMatch(/^[\w-]{43}$/)
  })

  test('can be unsubscribed with one click again, which returns 200', async () => {
    const key = await signUp()
    for (let n = 0; n < 2; n++) {
      const { status, body } = await site.call(null, oneClickUnsubscribeEndpoint, { body: { key } })
      expect({ status, body }).toEqual({ status: 200, body: { ok: true } })
    }
  })
})
