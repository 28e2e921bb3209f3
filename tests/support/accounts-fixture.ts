/** Fixture for account tests: a site without content, a member and a fake clock. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/contract/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { listWebhookEvents } from '#tests/support/webhook-events.ts'

export const NOW = Date.parse('2026-05-04T09:00:00.000Z')
export const SECOND_MS = 1000
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Returns the ISO timestamp `ms` after NOW. */
export const at = (ms: number) => new Date(NOW + ms).toISOString()
export const goTo = (ms: number) => void vi.setSystemTime(NOW + ms)

let sites: TestSites
export let ctx: Context & { caller: NonNullable<Context['caller']> }
export let member: Viewer
export const logged: unknown[][] = []
/** Response headers that services have set, as `name: value`. */
export const headers: string[] = []
export const from = (clientIp: string, cookies?: string) => ({
  ...ctx,
  caller: { ...ctx.caller, clientIp, ...(cookies === undefined ? {} : { cookies }) },
})

/** Lists the queued deliveries to a webhook that is subscribed to all member events. */
export const events = () => listWebhookEvents(ctx)

const CLEARED_TABLES = [
  'sign_in_failures',
  'one_time_tokens',
  'known_browsers',
  'sessions',
  'audit_entries',
  'mails',
  'notices',
  'webhook_deliveries',
] as const

/** Registers the fixture's hooks in the calling test file. */
export function useAccountsFixture(): void {
  beforeAll(async () => {
    sites = await openTestSites({ content: 'empty' })
    const { main } = sites
    member = await makeUser(main, { username: 'Mia', displayName: 'Mia M.' })
    const webhook = { url: 'https://hook.example', description: '', secret: 'x', created_at: at(0) }
    const subscribedEvents = JSON.stringify(['member.created', 'member.changed', 'member.deleted'])
    await main.db
      .insertInto('webhooks')
      .values({ ...webhook, events: subscribedEvents })
      .execute()
    const recordLine =
      (level: string) =>
      (...words: unknown[]) =>
        void logged.push([level, ...words])
    ctx = {
      db: main.db,
      site: main,
      viewer: null,
      log: { info: recordLine('info'), warn: recordLine('warn'), error: recordLine('error') },
      caller: { clientIp: '192.0.2.7', userAgent: 'Firefox/140 (X11)', origin: 'https://green.example', isOriginConfigured: true },
      headers: { set: (name, value) => void headers.push(`${name}: ${value}`) },
    }
  })
  afterAll(() => sites.close())
  beforeEach(async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    for (const table of CLEARED_TABLES) await ctx.db.deleteFrom(table).execute()
    logged.length = 0
    headers.length = 0
  })
  afterEach(() => vi.useRealTimers())
}
