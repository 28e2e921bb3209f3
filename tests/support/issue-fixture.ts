/** Fixture for tests of newsletter issues: a site, and a mail server that accepts or rejects mails. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/contract/context.ts'
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { ISSUE_STATES } from '#features/newsletter/issues/issue.policy.ts'
import { changeIssue, draftIssue } from '#features/newsletter/issues/issue.service.ts'

export const START = Date.parse('2026-11-24T10:00:00.000Z')
export const NOW = new Date(START).toISOString()
export const received: { to: string; text: string }[] = []
/** SMTP replies with which mails to these recipients are rejected; mails to other recipients are accepted. */
export const refusals = new Map<string, [code: number, words: string]>()
let sites: TestSites
export let ctx: Context
export let admin: Viewer
export let smtpUrl = ''

export async function draft(more: object = {}): Promise<number> {
  const { id } = await draftIssue(ctx, { fromActivity: false })
  await changeIssue(ctx, id, { subject: 'June', intro: 'Hello **all**.', rate: 60_000, ...more })
  return id
}
export const rowOf = (id: number) => ctx.db.selectFrom('newsletter_issues').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export const setState = (id: number, state: (typeof ISSUE_STATES)[number]) =>
  ctx.db.updateTable('newsletter_issues').set({ state }).where('id', '=', id).execute()
export const jobs = async () =>
  (await ctx.db.selectFrom('queued_jobs').select('due_at').where('kind', 'like', 'newsletter.%').execute()).map(({ due_at: at }) => at)
export const entries = async () =>
  (await ctx.db.selectFrom('audit_entries').selectAll().orderBy('id').execute()).map((row) => [
    row.action,
    row.subject_type,
    row.subject_id,
    row.subject_title,
    row.user_id,
  ])
export const refused = (status: number, code: string, message: string, errors?: object[]) => ({
  status,
  code,
  message,
  ...(errors ? { errors } : {}),
})

/** Registers the fixture's hooks in the calling test file. */
export function useIssueFixture(): void {
  let server: TestMailServer
  beforeAll(async () => {
    sites = await openTestSites({ content: 'empty' })
    admin = await makeUser(sites.main, { isAdmin: true, username: 'rae' })
    const caller = { clientIp: '10.0.0.1', userAgent: 'Firefox', origin: 'https://green.example', isOriginConfigured: true as const }
    ctx = { db: sites.main.db, site: sites.main, viewer: admin, log: { info() {}, warn() {}, error() {} }, caller }
    server = await startMailServer(({ to: [to = ''], text }) => {
      const [code, words] = refusals.get(to) ?? []
      if (code) return { code, message: words ?? '' }
      received.push({ to, text })
      return undefined
    })
    smtpUrl = server.smtpUrl
  })
  afterAll(async () => {
    await sites.close()
    await server.close()
  })
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    received.length = 0
    refusals.clear()
    for (const table of [
      'mail_counts',
      'mail_budget_days',
      'newsletter_recipients',
      'newsletter_issues',
      'subscribers',
      'queued_jobs',
      'audit_entries',
      'mails',
      'suppressions',
    ] as const)
      await ctx.db.deleteFrom(table).execute()
  })
  afterEach(() => vi.useRealTimers())
}
