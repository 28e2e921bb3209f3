/** A reader chooses by a link what they get. */
import { getReader } from '#features/newsletter/newsletter.service.ts'
import type { Context } from '#platform/context.ts'
import type { NewsletterPreferences } from './interest.contract.ts'
import * as queries from './interest.queries.ts'

export async function readPreferences(ctx: Context, key: string): Promise<NewsletterPreferences> {
  const { id, email } = await getReader(ctx, key)
  return { email, interests: await queries.listInterests(ctx, id) }
}

export async function changePreferences(ctx: Context, key: string, interests: readonly number[]): Promise<NewsletterPreferences> {
  const { id } = await getReader(ctx, key)
  await ctx.db.transaction().execute((db) => queries.replaceInterests({ db }, id, interests))
  return readPreferences(ctx, key)
}
