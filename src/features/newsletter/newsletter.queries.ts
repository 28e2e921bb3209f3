import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface SubscriberIdentity {
  id: number
  email: string
  confirmedAt: string | null
}
const selectSubscribers = ({ db }: Db) => db.selectFrom('subscribers').select(['id', 'email', 'confirmed_at as confirmedAt'])
export const findSubscriberById = (ctx: Db, id: number): Promise<SubscriberIdentity | undefined> =>
  selectSubscribers(ctx).where('id', '=', id).executeTakeFirst()
export const findSubscriberByEmail = (ctx: Db, email: string): Promise<SubscriberIdentity | undefined> =>
  selectSubscribers(ctx).where('email', '=', email).executeTakeFirst()

/**
 * Records an anonymous unsubscribe event.
 * @param joinedAt when the subscriber had confirmed
 * @param issueId id of the issue whose link was used; null: another way of unsubscribing
 */
export async function insertDeparture({ db }: Db, joinedAt: string, issueId: number | null): Promise<void> {
  const issue =
    issueId === null ? undefined : await db.selectFrom('newsletter_issues').select('id').where('id', '=', issueId).executeTakeFirst()
  await db
    .insertInto('newsletter_departures')
    .values({ left_at: new Date().toISOString(), joined_at: joinedAt, issue_id: issue?.id ?? null })
    .execute()
}

/** Inserts the address unless it exists. @returns when it was confirmed; null: not yet */
export async function insertSubscriber(
  { db }: Db,
  email: string,
  page: string | null,
  createdAt: string,
): Promise<{ confirmedAt: string | null }> {
  await db
    .insertInto('subscribers')
    .values({ email, page, created_at: createdAt })
    .onConflict((oc) => oc.column('email').doNothing())
    .execute()
  return db.selectFrom('subscribers').select('confirmed_at as confirmedAt').where('email', '=', email).executeTakeFirstOrThrow()
}

/** Restarts the confirmation period of an unconfirmed address when another confirmation mail is sent. */
export async function restartConfirmation({ db }: Db, email: string, page: string | null, requestedAt: string): Promise<void> {
  await db
    .updateTable('subscribers')
    .set({ created_at: requestedAt, page })
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** @returns the subscriber's id; undefined when there is no unconfirmed subscriber with this address */
export const confirmSubscriber = async ({ db }: Db, email: string, confirmedAt: string): Promise<number | undefined> =>
  (
    await db
      .updateTable('subscribers')
      .set({ confirmed_at: confirmedAt })
      .where('email', '=', email)
      .where('confirmed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
  )?.id

export async function deleteSubscriberByEmail({ db }: Db, email: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('subscribers').where('email', '=', email).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function findOldestUnconfirmed({ db }: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscribers')
    .select('created_at')
    .where('confirmed_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

export async function listUnconfirmed({ db }: Db, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscribers')
    .select('email')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .limit(limit)
    .execute()
  return rows.map(({ email }) => email)
}

/** @returns false when the subscription has been confirmed or requested again in the meantime */
export async function deleteUnconfirmed({ db }: Db, email: string, before: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('subscribers')
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
