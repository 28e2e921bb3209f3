/** Tests how long mail stays in the outbox. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { queueMail, removeOldMail } from './mail.service.ts'

let site: TestSite
let ctx: Context
beforeAll(async () => {
  site = await openTestSite()
  ctx = site.ctx
})
afterAll(() => site.close())

test('removeOldMail removes mail after 90 days and returns when the next mail is due', async () => {
  const now = Date.parse('2026-11-24T00:00:00.000Z')
  await queueMail(ctx, { to: 'ann@example.org', subject: 'Hello', body: 'Text' })
  await ctx.db.updateTable('mails').set({ created_at: '2026-08-26T00:00:00.001Z' }).execute()
  await ctx.db.deleteFrom('queued_jobs').execute()
  expect(await removeOldMail(ctx, now)).toBe('2026-11-24T00:00:00.001Z')
  await removeOldMail(ctx, now + 2)
  expect(await ctx.db.selectFrom('mails').selectAll().execute()).toEqual([])
})
