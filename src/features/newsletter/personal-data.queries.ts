/** What of this room a member takes along in their export: it knows people by their email address. */
import type { Context } from '#platform/context.ts'

export const findSubscriptionOfPerson = async ({ db }: Pick<Context, 'db'>, { email }: { email: string | null }) =>
  (await db
    .selectFrom('subscribers')
    .select(['email', 'created_at as subscribedAt', 'confirmed_at as confirmedAt', 'page'])
    .where('email', '=', email ?? '')
    .executeTakeFirst()) ?? null
