import type { SiteDatabase } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>

/** The tables to which visitors and members can add rows, directly or through the mails that follow. */
const USER_GENERATED_TABLES = ['users', 'topics', 'replies', 'reviews', 'waiting_reviews', 'enquiries', 'subscribers', 'mails'] as const

export async function countUserGeneratedRows({ db }: DbContext): Promise<number> {
  const counts = USER_GENERATED_TABLES.map((table) => countRows(db, table))
  return (await Promise.all(counts)).reduce((sum, n) => sum + n, 0)
}

async function countRows(db: SiteDatabase, table: (typeof USER_GENERATED_TABLES)[number]): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function countUploads({ db }: DbContext): Promise<{ uploads: number; uploadBytes: number }> {
  const countIn = (table: 'uploads' | 'review_pictures' | 'post_pictures') =>
    db
      .selectFrom(table)
      .select((eb) => [eb.fn.countAll<number>().as('uploads'), eb.fn.sum<number | null>('bytes').as('bytes')])
      .executeTakeFirstOrThrow()
  const counts = [await countIn('uploads'), await countIn('review_pictures'), await countIn('post_pictures')]
  return {
    uploads: counts.reduce((sum, { uploads }) => sum + uploads, 0),
    uploadBytes: counts.reduce((sum, { bytes }) => sum + Number(bytes ?? 0), 0),
  }
}

export async function countCallsOf({ db }: DbContext, hour: string): Promise<number> {
  const row = await db.selectFrom('quota_counts').select('calls').where('hour', '=', hour).executeTakeFirst()
  return row?.calls ?? 0
}

/**
 * Increments the count of the hour atomically, and removes the counts of earlier hours.
 * @returns the new count
 */
export async function addCall({ db }: DbContext, hour: string): Promise<number> {
  const { calls } = await db
    .insertInto('quota_counts')
    .values({ hour, calls: 1 })
    .onConflict((oc) => oc.column('hour').doUpdateSet((eb) => ({ calls: eb('quota_counts.calls', '+', 1) })))
    .returning('calls')
    .executeTakeFirstOrThrow()
  if (calls === 1) await db.deleteFrom('quota_counts').where('hour', '<', hour).execute()
  return calls
}

export interface StoredQuotas {
  limits: string
  fullKind: string | null
  fullAt: string | null
}

/** @param ctx the main site, whose database stores the quotas */
export const findStoredQuotas = ({ db }: DbContext, launchId: number): Promise<StoredQuotas | undefined> =>
  db
    .selectFrom('site_quotas')
    .select(['limits', 'full_kind as fullKind', 'full_at as fullAt'])
    .where('launch_id', '=', launchId)
    .executeTakeFirst()

export async function upsertLimits({ db }: DbContext, launchId: number, limits: string): Promise<void> {
  await db
    .insertInto('site_quotas')
    .values({ launch_id: launchId, limits, full_kind: null, full_at: null })
    .onConflict((oc) => oc.column('launch_id').doUpdateSet({ limits, full_kind: null, full_at: null }))
    .execute()
}

export async function upsertExceededQuota({ db }: DbContext, launchId: number, kind: string, exceededAt: string): Promise<void> {
  await db
    .insertInto('site_quotas')
    .values({ launch_id: launchId, limits: '{}', full_kind: kind, full_at: exceededAt })
    .onConflict((oc) => oc.column('launch_id').doUpdateSet({ full_kind: kind, full_at: exceededAt }))
    .execute()
}
