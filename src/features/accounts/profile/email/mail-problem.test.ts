/** Tests that the account shows whether its email is suppressed, and that members can resume mail once a day. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { getAccountEndpoint } from '#features/accounts/account.contract.ts'
import { retryEmailEndpoint } from './mail-problem.contract.ts'
import { cookieOf, makeSignedIn, signUp, type TestAccount } from '#features/accounts/account.factory.ts'
import { getAccount } from '#features/accounts/account.service.ts'

let site: TestSite
let mainSite: TestSite
let ann: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  mainSite = await openTestSite()
  ann = await makeSignedIn(site, 'Ann')
})
afterAll(async () => {
  await site.close()
  await mainSite.close()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const { ctx } of [site, mainSite]) await ctx.db.deleteFrom('suppressions').execute()
  await site.ctx.db.deleteFrom('mails').execute()
})

async function suppress(address: string, reason: string, targetSite = site): Promise<void> {
  const now = new Date().toISOString()
  const values = { address, reason, detail: 'smtp; 550 words of a server', last_event_at: now, suppressed_at: now }
  await targetSite.ctx.db
    .insertInto('suppressions')
    .values(values)
    .onConflict((oc) => oc.column('address').doUpdateSet(values))
    .execute()
}
const getMailProblem = async (account = ann) => (await account.call(getAccountEndpoint)).body.mailProblem
const retry = (account = ann) => account.call(retryEmailEndpoint)
const listMails = () => site.ctx.db.selectFrom('mails').select(['to_address', 'subject', 'purpose']).execute()

describe('mailProblem of an account', () => {
  test.each([
    ['bounce', true],
    ['soft', true],
    ['complaint', false],
    ['manual', false],
  ])('has the reason %s, without the response of the mail server', async (reason, canRetry) => {
    expect(await getMailProblem()).toBeNull()
    await suppress('ann@example.org', reason)
    expect(await getMailProblem()).toEqual({ address: 'ann@example.org', reason, canRetry })
  })

  test('has the reason “elsewhere” on a tenant site if the main site has suppressed the email', async () => {
    await suppress('ann@example.org', 'complaint', mainSite)
    const ctx = { ...site.ctx, viewer: { id: ann.id, isAdmin: false }, launcher: { main: mainSite.ctx.site } as never }
    expect((await getAccount(ctx)).mailProblem).toEqual({ address: 'ann@example.org', reason: 'elsewhere', canRetry: false })
  })

  test('of an unconfirmed email reveals bounces on this site, but no complaints, manual suppressions or those of the main site', async () => {
    const signedUp = await signUp(site, 'Prober', { email: 'victim@example.org' })
    const cookie = cookieOf(signedUp)
    const getProblem = async () => (await site.call(null, getAccountEndpoint, {}, { cookie })).body.mailProblem
    for (const reason of ['complaint', 'manual']) {
      await suppress('victim@example.org', reason)
      expect(await getProblem()).toBeNull()
    }
    // A bounce is no secret: any sender gets the same response from the mail server.
    await suppress('victim@example.org', 'bounce')
    expect(await getProblem()).toEqual({ address: 'victim@example.org', reason: 'bounce', canRetry: true })
    await site.ctx.db.deleteFrom('suppressions').execute()
    await suppress('victim@example.org', 'bounce', mainSite)
    const { id } = signedUp.body.user
    const ctx = { ...site.ctx, viewer: { id, isAdmin: false }, launcher: { main: mainSite.ctx.site } as never }
    expect((await getAccount(ctx)).mailProblem).toBeNull()
  })
})

describe('POST /api/me/email/retry', () => {
  test('removes the email from the suppression list, sends a mail and adds an audit entry', async () => {
    await suppress('ann@example.org', 'bounce')
    expect((await retry()).body).toEqual({ ok: true })
    expect(await getMailProblem()).toBeNull()
    expect(await listMails()).toEqual([
      { to_address: 'ann@example.org', subject: 'We can send you emails from Net Zero again', purpose: null },
    ])
    expect((await lastEntryOf(site.ctx, 'user', ann.id)).action).toBe('user.mail_retry')
  })

  test('works once a day, even if called concurrently or after another bounce', async () => {
    await suppress('ann@example.org', 'soft')
    const responses = await Promise.all([retry(), retry(), retry()])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    await suppress('ann@example.org', 'bounce')
    expect(await getMailProblem()).toMatchObject({ canRetry: false })
    expect(await retry()).toMatchObject({ status: 429, body: { code: 'user.mail_retried' } })
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 86_400_000 + 1000)
    expect(await getMailProblem()).toMatchObject({ canRetry: true })
    expect((await retry()).status).toBe(200)
  })

  test('returns 409 after a complaint or a manual suppression and without a problem, and 401 for visitors', async () => {
    expect((await retry()).body.code).toBe('user.mail_not_stopped')
    for (const reason of ['complaint', 'manual']) {
      await suppress('ann@example.org', reason)
      expect(await retry()).toMatchObject({ status: 409, body: { code: 'user.mail_stopped' } })
      expect(await getMailProblem()).not.toBeNull()
    }
    expect((await site.call(null, retryEmailEndpoint)).status).toBe(401)
    expect(await listMails()).toEqual([])
  })

  test('sends the confirmation link to an unconfirmed email', async () => {
    const cookie = cookieOf(await signUp(site, 'Newcomer'))
    await site.ctx.db.deleteFrom('mails').execute()
    await suppress('newcomer@example.org', 'bounce')
    expect((await site.call(null, retryEmailEndpoint, {}, { cookie })).status).toBe(200)
    expect((await listMails()).map(({ subject }) => subject)).toEqual(['Please confirm your email address at Net Zero'])
  })
})
