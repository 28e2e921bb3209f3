/** Reads and changes the preferences of a subscriber, who is identified by the key from a mail. */
import { lockRow } from '#db/lock-row.ts'
import { getSubscriber } from '#features/newsletter/newsletter.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { NewsletterPreferences } from './interest.contract.ts'
import * as queries from './interest.queries.ts'

export async function readPreferences(ctx: Context, key: string): Promise<NewsletterPreferences> {
  const { id, email } = await getSubscriber(ctx, key)
  return { email, interests: await queries.listInterests(ctx, id) }
}

export async function changePreferences(ctx: Context, key: string, interests: readonly number[]): Promise<NewsletterPreferences> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const { id } = await getSubscriber(trxCtx, key)
    await lockRow(db, 'subscribers', id)
    await queries.replaceInterests(trxCtx, id, interests)
    return readPreferences(trxCtx, key)
  })
}
