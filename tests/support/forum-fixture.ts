/** Fixture for forum tests: a site, an author, an administrator, and a webhook that is subscribed to all forum events. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Moderation } from '#db/tables.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/contract/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { listEntries } from '#tests/support/audit-entries.ts'
import { listWebhookEvents } from '#tests/support/webhook-events.ts'

let sites: TestSites
export let ctx: Context
export let author: Viewer
export let admin: Viewer

export const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
export const entries = () => listEntries(ctx)
export const events = () => listWebhookEvents(ctx)
export const notices = async () =>
  (await ctx.db.selectFrom('notices').selectAll().orderBy('id').execute()).map(
    ({ id: _id, at: _at, read_at: _read, mailed_items: _n, ...row }) => row,
  )
export const addReply = async (
  topicId: number,
  options: { userId?: number; status?: Moderation; content?: string; approvedAt?: string } = {},
) => {
  const { userId = author.id, status = 'visible', content = 'A reply', approvedAt = null } = options
  const row = { topic_id: topicId, user_id: userId, content, status, created_at: new Date().toISOString(), approved_at: approvedAt }
  return (await ctx.db.insertInto('replies').values(row).returning('id').executeTakeFirstOrThrow()).id
}
export const rowOf = (id: number) => ctx.db.selectFrom('topics').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Registers the fixture's hooks in the calling test file. */
export function useForumFixture(): void {
  beforeAll(async () => {
    sites = await openTestSites({ content: 'empty' })
    const { main } = sites
    admin = await makeUser(main, { isAdmin: true })
    author = await makeUser(main)
    const caller = { clientIp: '10.0.0.1', userAgent: 'Firefox', origin: 'https://green.example', isOriginConfigured: true as const }
    ctx = { db: main.db, site: main, viewer: admin, log: { info() {}, warn() {}, error() {} }, caller }
    const webhook = { url: 'https://hook.example', description: '', secret: 'x', created_at: '2026-01-01T00:00:00.000Z' }
    const events = ['topic.changed', 'topic.deleted', 'topic.created', 'reply.changed', 'reply.deleted', 'reply.created']
    await main.db
      .insertInto('webhooks')
      .values({ ...webhook, events: JSON.stringify(events) })
      .execute()
  })
  afterAll(() => sites.close())
  beforeEach(async () => {
    for (const table of ['notices', 'webhook_deliveries', 'audit_entries', 'queued_jobs'] as const) await ctx.db.deleteFrom(table).execute()
  })
}
