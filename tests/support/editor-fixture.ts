/** Fixture for editing tests: a site without content, an administrator, a member and a fake clock. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/contract/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { listEntries } from '#tests/support/audit-entries.ts'
import { listWebhookEvents } from '#tests/support/webhook-events.ts'

export const NOW = Date.parse('2026-05-04T09:00:00.000Z')
export const DAY_MS = 86_400_000
/** Returns the ISO timestamp `ms` after NOW. */
export const at = (ms: number) => new Date(NOW + ms).toISOString()
export const goTo = (ms: number) => void vi.setSystemTime(NOW + ms)

let sites: TestSites
export let ctx: Context
export let admin: Viewer
export let member: Viewer
/** The first two categories of the site. */
export let categories: { id: number; name: string }[]
export const statuses: number[] = []

export const entries = () => listEntries(ctx)
export const events = () => listWebhookEvents(ctx)
export const notices = async () =>
  (await ctx.db.selectFrom('notices').selectAll().orderBy('id').execute()).map((row) => [
    row.user_id,
    row.actor_id,
    row.kind,
    row.about,
    row.title,
    row.path,
  ])

/** Inserts an upload with an alt text. @returns its path */
export async function addUpload(alt: string): Promise<string> {
  const name = `${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}-1600x900`
  await ctx.db
    .insertInto('uploads')
    .values({ name, width: 1600, height: 900, alt, bytes: 1, user_id: null, created_at: at(0) })
    .execute()
  return `/uploads/${name}.webp`
}

/** Registers the fixture's hooks in the calling test file. */
export function useEditorFixture(): void {
  beforeAll(async () => {
    sites = await openTestSites({ content: 'empty' })
    const { main } = sites
    admin = await makeUser(main, { isAdmin: true })
    member = await makeUser(main)
    categories = await main.db.selectFrom('categories').select(['id', 'name']).orderBy('id').limit(2).execute()
    const webhook = { url: 'https://hook.example', description: '', secret: 'x', created_at: at(0) }
    await main.db
      .insertInto('webhooks')
      .values({ ...webhook, events: JSON.stringify(['review.created', 'review.deleted']) })
      .execute()
    ctx = {
      db: main.db,
      site: main,
      viewer: admin,
      log: { info() {}, warn() {}, error() {} },
      caller: { clientIp: '192.0.2.7', userAgent: 'Firefox', origin: 'https://green.example', isOriginConfigured: true },
      headers: { set: () => undefined, status: (status) => void statuses.push(status) },
    }
  })
  afterAll(() => sites.close())
  beforeEach(async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    for (const table of ['audit_entries', 'webhook_deliveries', 'notices'] as const) await ctx.db.deleteFrom(table).execute()
    statuses.length = 0
  })
  afterEach(() => vi.useRealTimers())
}
