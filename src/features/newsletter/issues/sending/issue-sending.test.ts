/** Tests the delivery of an issue to its recipients. */
import { describe, expect, test, vi } from 'vitest'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import type { Context } from '#platform/contract/context.ts'
import { ctx, draft, jobs, NOW, received, refusals, rowOf, smtpUrl, START, useIssueFixture } from '#tests/support/issue-fixture.ts'
import { BUDGET_USED_UP } from '#features/mail/sending.service.ts'
import { createIssueHandler } from './issue-delivery.service.ts'
import { pauseIssue, resumeIssue, sendIssue } from './issue-sending.service.ts'

useIssueFixture()

describe('delivering an issue', () => {
  const addSubscriber = async (name: string, confirmed_at: string | null = '2026-01-01T00:00:00.000Z') => {
    const row = { email: `${name}@example.org`, created_at: '2026-01-01T00:00:00.000Z', confirmed_at }
    return (await ctx.db.insertInto('subscribers').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const createHandler = (url: string | undefined = smtpUrl) =>
    createIssueHandler({ smtpUrl: url, mailFrom: undefined, publicUrl: undefined })
  const deliver = (context: Context = ctx) => runDueJobs(context, [createHandler()])
  const listOutcomes = async () =>
    (
      await ctx.db
        .selectFrom('newsletter_recipients as r')
        .leftJoin('subscribers as s', 's.id', 'r.subscriber_id')
        .select(['s.email', 'r.state', 'r.attempts', 'r.reason'])
        .orderBy('r.subscriber_id')
        .execute()
    ).map(({ email, state, attempts, reason }) => [email?.split('@')[0], state, attempts, reason])

  test('marks each recipient as sent, bounced, failed after five attempts, or skipped', async () => {
    for (const name of ['good', 'gone', 'busy', 'held']) await addSubscriber(name)
    await addSubscriber('unconfirmed', null)
    await addSubscriber('later', new Date(START + 1).toISOString())
    refusals.set('gone@example.org', [550, `5.1.1 No gone@example.org here ${'x'.repeat(400)}`])
    refusals.set('busy@example.org', [451, 'Later, busy@example.org'])
    const suppressedAt = NOW
    await ctx.db
      .insertInto('suppressions')
      .values({
        address: 'held@example.org',
        reason: 'manual',
        detail: 'not held@example.org',
        last_event_at: suppressedAt,
        suppressed_at: suppressedAt,
      })
      .execute()
    const id = await draft()
    await sendIssue(ctx, id, {})
    for (let round = 0; round < 8; round += 1) {
      await deliver()
      vi.setSystemTime(Date.now() + 60_000)
    }
    const outcomes = await listOutcomes()
    expect(outcomes).toEqual([
      ['good', 'sent', 1, null],
      ['gone', 'bounced', 1, expect.stringContaining('5.1.1 No … here')],
      ['busy', 'failed', 5, expect.stringContaining('Later, …')],
      ['held', 'skipped', 1, 'Added by an administrator: not …'],
    ])
    expect(String(outcomes[1]?.[3])).toHaveLength(300)
    expect(await rowOf(id)).toMatchObject({
      state: 'sent',
      started_at: NOW,
      listed_at: NOW,
      last_error: null,
      finished_at: expect.any(String),
    })
    expect(await jobs()).toEqual([])
    expect(received.map(({ to }) => to)).toEqual(['good@example.org'])
    const text = received[0]?.text.replace(/\r\n[ \t]+/g, ' ') ?? ''
    expect(text).toMatch(/^List-Unsubscribe: <https:\/\/green\.example\/newsletter\/unsubscribe\?key=[^>]+>\r$/m)
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(text).toMatch(/^List-ID: <newsletter\.localhost>\r$/m)
    expect(await ctx.db.selectFrom('suppressions').select('address').orderBy('address').execute()).toEqual([
      { address: 'gone@example.org' },
      { address: 'held@example.org' },
    ])
  })

  test('skips unsubscribed recipients and sends nothing while paused', async () => {
    const reader = await addSubscriber('ann')
    const id = await draft()
    await ctx.db
      .updateTable('newsletter_issues')
      .set({ state: 'sending', origin: 'https://green.example', started_at: NOW, listed_at: NOW, html: '<p>x</p>', plain: 'x' })
      .execute()
    await ctx.db
      .insertInto('newsletter_recipients')
      .values({ issue_id: id, subscriber_id: reader, state: 'waiting', reason: null })
      .execute()
    await ctx.db.updateTable('subscribers').set({ confirmed_at: null }).execute()
    await pauseIssue(ctx, id)
    await deliver()
    expect(await listOutcomes()).toEqual([['ann', 'waiting', 0, null]])
    await resumeIssue(ctx, id)
    await deliver()
    expect(await listOutcomes()).toEqual([['ann', 'skipped', 1, 'Unsubscribed']])
    expect((await rowOf(id)).state).toBe('sent')
  })

  test('waits and stores the reason when the mail server is missing or unreachable, or the quota is used up', async () => {
    await addSubscriber('ann')
    const id = await draft()
    await sendIssue(ctx, id, {})
    const readErrorAndJobs = async () => [(await rowOf(id)).last_error, await jobs()]
    await runDueJobs(ctx, [createIssueHandler({ smtpUrl: undefined, mailFrom: undefined, publicUrl: undefined })])
    expect(await readErrorAndJobs()).toEqual([
      'No mail server is configured. Ask the operator to set SMTP_URL.',
      [new Date(START + 60_000).toISOString()],
    ])
    vi.setSystemTime(START + 60_000)
    await runDueJobs(ctx, [createHandler('smtp://127.0.0.1:1')])
    expect(await readErrorAndJobs()).toEqual([expect.stringContaining('ECONNREFUSED'), [new Date(START + 120_000).toISOString()]])
    vi.setSystemTime(START + 120_000)
    await deliver({ ...ctx, site: { ...ctx.site, quotas: { isWithinQuota: async (kind: string) => kind !== 'mails' } as never } })
    expect(await readErrorAndJobs()).toEqual(['This site has reached its daily email limit.', [new Date(START + 180_000).toISOString()]])
    expect(received).toEqual([])
    vi.setSystemTime(START + 180_000)
    await deliver()
    expect(await listOutcomes()).toEqual([['ann', 'sent', 1, null]])
    expect(await readErrorAndJobs()).toEqual([null, []])
  })

  test('waits for the next day when the installation’s budget is used up, and then continues', async () => {
    for (let n = 0; n < 6; n += 1) await addSubscriber(`reader${n}`)
    const id = await draft({ rate: 600 })
    await sendIssue(ctx, id, {})
    const handlerWithBudget = createIssueHandler({ smtpUrl, mailFrom: undefined, publicUrl: undefined, mailBudgetPerDay: 5 }, ctx)
    await runDueJobs(ctx, [handlerWithBudget])
    // A tenth of the budget is reserved for account mail.
    expect(received).toHaveLength(4)
    expect((await rowOf(id)).last_error).toBe(BUDGET_USED_UP)
    vi.setSystemTime(Date.now() + 86_400_000)
    await runDueJobs(ctx, [handlerWithBudget])
    expect(received).toHaveLength(6)
    expect(new Set(received.map(({ to }) => to)).size).toBe(6)
    expect(await ctx.db.selectFrom('mail_counts').select(['kind', 'mails']).orderBy('hour').execute()).toEqual([
      { kind: 'newsletter', mails: 4 },
      { kind: 'newsletter', mails: 2 },
    ])
  })

  test.each([
    [60, 2, 2000],
    [61, 3, Math.floor((3 / 61) * 60_000)],
    [1, 1, 60_000],
    [30, 1, 2000],
  ])('at %i mails per minute sends batches of %i every %i ms', async (rate, size, ms) => {
    for (let n = 0; n < 4; n += 1) await addSubscriber(`reader-${n}`)
    const id = await draft({ rate })
    await sendIssue(ctx, id, {})
    await deliver()
    expect(received).toHaveLength(size)
    expect(await jobs()).toEqual([new Date(START + ms).toISOString()])
  })
})
