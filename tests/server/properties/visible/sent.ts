/** Reads the content that the site sends or suggests: notices and their mails, webhooks, the newsletter draft and the dashboard. */
import type { World } from '#tests/server/properties/world.ts'
import type { Scenario } from './scenario.ts'
import type { Output } from './outputs.ts'

/** Adds a webhook for all events. Call it before any content is created. */
export async function addWebhook({ db }: World, events: readonly string[]): Promise<void> {
  const row = { url: 'https://hook.example', description: '', secret: 'none', created_at: '2026-01-01T00:00:00.000Z' }
  await db
    .insertInto('webhooks')
    .values({ ...row, events: JSON.stringify(events) })
    .execute()
}

export interface Position {
  mail: number
  delivery: number
}

/** Returns the latest ids of mails and webhook deliveries, to tell later ones apart. */
export async function findPosition({ db }: World): Promise<Position> {
  const lastOf = async (table: 'mails' | 'webhook_deliveries') =>
    (await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
  return { mail: await lastOf('mails'), delivery: await lastOf('webhook_deliveries') }
}

/** Positive control: outputs that must show public things, with the beginning of one title each. */
export const SENT_OF: readonly (readonly [string, string])[] = [
  ['mail', 'topic visible'],
  ['webhook topic.changed', 'topic approved'],
  ['/api/me/notices', 'topic visible'],
  ['/notices', 'topic visible'],
  ['/api/admin/newsletter/activity', 'article'],
  ['/api/admin/newsletter/activity', 'reply'],
  ['/api/admin/newsletter/activity', 'review'],
  ['/api/admin/newsletter/activity', 'product'],
  ['/api/admin/dashboard', 'topic'],
]

type Sent = Pick<Output, 'as' | 'url' | 'text'>

/** Reads everything sent since a position, and what would be sent now. Only mails to watcher and outsider: authors may read their posts. */
export async function readSent({ world, admin, watcher, outsider }: Scenario, since: Position): Promise<Sent[]> {
  const mails = await world.db
    .selectFrom('mails')
    .select(['subject', 'body', 'content'])
    .where('id', '>', since.mail)
    .where('to_address', 'in', [watcher.email, outsider.email])
    .execute()
  const deliveries = await world.db.selectFrom('webhook_deliveries').select(['event', 'payload']).where('id', '>', since.delivery).execute()
  const read = async (url: string, { cookie }: { cookie: string }): Promise<Sent> => ({
    as: 'member',
    url,
    text: (await world.send('GET', url, { cookie })).text,
  })
  return [
    ...mails.map((mail): Sent => ({ as: 'member', url: `mail ${mail.subject}`, text: JSON.stringify(mail) })),
    ...deliveries.map(({ event, payload }): Sent => ({ as: 'visitor', url: `webhook ${event}`, text: payload })),
    await read('/api/me/notices', watcher),
    await read('/notices', watcher),
    await read('/api/admin/newsletter/activity', admin),
    await read('/api/admin/dashboard', admin),
  ]
}
