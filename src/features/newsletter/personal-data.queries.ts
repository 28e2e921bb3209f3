/** Finds the newsletter subscription for the personal data export by its email address. */
import type { Context } from '#platform/contract/context.ts'

export async function findSubscriptionOfPerson({ db }: Pick<Context, 'db'>, { email }: { email: string | null }) {
  const row = await db
    .selectFrom('subscribers')
    .select(['id', 'email', 'created_at as subscribedAt', 'confirmed_at as confirmedAt', 'page'])
    .where('email', '=', email ?? '')
    .executeTakeFirst()
  if (!row) return null
  const { id, ...subscription } = row
  const interests = await db
    .selectFrom('subscriber_interests as i')
    .innerJoin('categories as c', 'c.id', 'i.category_id')
    .select('c.name')
    .where('i.subscriber_id', '=', id)
    .orderBy('c.id')
    .execute()
  return { ...subscription, interests: interests.map(({ name }) => name) }
}
