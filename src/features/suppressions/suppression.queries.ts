import { sql } from 'kysely'
import type { Context } from '#platform/contract/context.ts'
import { countTotal, toOffsetLimit, type ListResult } from '#platform/contract/endpoint.ts'
import type { Suppression, SuppressionQuery } from './suppression.contract.ts'
import type { SuppressionReason } from './suppression.policy.ts'

type Db = Pick<Context, 'db'>

const COLUMNS = ['id', 'address', 'reason', 'detail', 'suppressed_at as suppressedAt'] as const
const toSuppression = (row: { id: number; address: string; reason: string; detail: string; suppressedAt: string | null }): Suppression => ({
  ...row,
  reason: row.reason as SuppressionReason,
  suppressedAt: row.suppressedAt ?? '',
})

export async function listSuppressionRows({ db }: Db, { search, reason, ...paging }: SuppressionQuery): Promise<ListResult<Suppression>> {
  const { offset, limit } = toOffsetLimit(paging)
  const matches = db
    .selectFrom('suppressions')
    .where('suppressed_at', 'is not', null)
    .$if(reason !== undefined, (q) => q.where('reason', '=', reason ?? ''))
    .$if(search !== undefined, (q) => {
      const pattern = `%${(search ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
      return q.where(sql<boolean>`address like ${pattern} escape '\\'`)
    })
  const rows = await matches.select(COLUMNS).orderBy('suppressed_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit).execute()
  const total = await countTotal(rows, paging, async () => {
    const { n } = await matches.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    return n
  })
  return { items: rows.map(toSuppression), total }
}

/** @param addresses email addresses in lower case, at most a few hundred */
export async function listSuppressedRows({ db }: Db, addresses: readonly string[]): Promise<{ address: string; reason: string }[]> {
  if (addresses.length === 0) return []
  return db
    .selectFrom('suppressions')
    .select(['address', 'reason'])
    .where('address', 'in', addresses)
    .where('suppressed_at', 'is not', null)
    .execute()
}

/** @param address email address in lower case */
export async function findSuppression({ db }: Db, address: string): Promise<Suppression | undefined> {
  const row = await db
    .selectFrom('suppressions')
    .select(COLUMNS)
    .where('address', '=', address)
    .where('suppressed_at', 'is not', null)
    .executeTakeFirst()
  return row && toSuppression(row)
}

/** Returns why an address is suppressed and when it was last reported. @param address email address in lower case */
export async function findLastReport(
  { db }: Db,
  address: string,
): Promise<{ reason: SuppressionReason; detail: string; lastEventAt: string } | undefined> {
  const row = await db
    .selectFrom('suppressions')
    .select(['reason', 'detail', 'last_event_at as lastEventAt'])
    .where('address', '=', address)
    .where('suppressed_at', 'is not', null)
    .executeTakeFirst()
  return row && { ...row, reason: row.reason as SuppressionReason }
}

/** Updates a suppressed address that is reported again, for the same reason or after `soft`; other reasons are not replaced. */
export async function renewSuppression({ db }: Db, { address, reason, detail, at }: SuppressionReport): Promise<void> {
  await db
    .updateTable('suppressions')
    .set({ reason, detail, last_event_at: at })
    .where('address', '=', address)
    .where('suppressed_at', 'is not', null)
    .where('reason', 'in', [reason, 'soft'])
    .execute()
}

interface SuppressionReport {
  address: string
  reason: SuppressionReason
  detail: string
  at: string
}

/** @returns false when the address is already suppressed, in which case nothing is written */
export async function insertSuppression({ db }: Db, { address, reason, detail, at }: SuppressionReport): Promise<boolean> {
  const values = { reason, detail, last_event_at: at, suppressed_at: at }
  const row = await db
    .insertInto('suppressions')
    .values({ address, ...values })
    .onConflict((oc) => oc.column('address').doUpdateSet(values).where('suppressions.suppressed_at', 'is', null))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces an entry from a report by a manual one. @returns false when the entry is already manual */
export async function replaceWithManual({ db }: Db, { address, detail, at }: Omit<SuppressionReport, 'reason'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('suppressions')
    .set({ reason: 'manual', detail, last_event_at: at })
    .where('address', '=', address)
    .where('suppressed_at', 'is not', null)
    .where('reason', '<>', 'manual')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Counts a soft bounce.
 * @param countedSince time of the oldest bounce that still counts; the count restarts if the last one is older
 * @returns the count; 0 if the address is already suppressed
 */
export async function addSoftBounce({ db }: Db, address: string, detail: string, at: string, countedSince: string): Promise<number> {
  const row = await db
    .insertInto('suppressions')
    .values({ address, reason: 'soft', detail, soft_bounces: 1, last_event_at: at, suppressed_at: null })
    .onConflict((oc) =>
      oc
        .column('address')
        .doUpdateSet((eb) => ({
          detail,
          last_event_at: at,
          soft_bounces: eb
            .case()
            .when('suppressions.last_event_at', '<', countedSince)
            .then(1)
            .else(eb('suppressions.soft_bounces', '+', 1))
            .end(),
        }))
        .where('suppressions.suppressed_at', 'is', null),
    )
    .returning('soft_bounces as n')
    .executeTakeFirst()
  return row?.n ?? 0
}

/** @returns the address of the deleted entry; undefined when there was none */
export async function deleteSuppression({ db }: Db, id: number): Promise<string | undefined> {
  const row = await db.deleteFrom('suppressions').where('id', '=', id).returning('address').executeTakeFirst()
  return row?.address
}

const selectSoftBounces = ({ db }: Db) => db.selectFrom('suppressions').where('suppressed_at', 'is', null)

export async function deleteSoftBouncesBefore({ db }: Db, before: string): Promise<void> {
  await db.deleteFrom('suppressions').where('suppressed_at', 'is', null).where('last_event_at', '<', before).execute()
}

export async function findOldestSoftBounce(ctx: Db): Promise<string | null> {
  const row = await selectSoftBounces(ctx)
    .select((eb) => eb.fn.min<string | null>('last_event_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** @param address in lower case. @returns false unless suppressed as `bounce` or `soft` and not retried since `since` */
export async function releaseSuppression({ db }: Db, address: string, releasedAt: string, retriedBefore: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('suppressions')
    .set({ suppressed_at: null, soft_bounces: 0, last_event_at: releasedAt, retried_at: releasedAt })
    .where('address', '=', address)
    .where('suppressed_at', 'is not', null)
    .where('reason', 'in', ['bounce', 'soft'])
    .where((eb) => eb.or([eb('retried_at', 'is', null), eb('retried_at', '<', retriedBefore)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @param address email address in lower case */
export async function findRetriedAt({ db }: Db, address: string): Promise<string | null> {
  const row = await db.selectFrom('suppressions').select('retried_at').where('address', '=', address).executeTakeFirst()
  return row?.retried_at ?? null
}

export async function upsertMailedAddress({ db }: Db, hash: string, day: string): Promise<void> {
  await db
    .insertInto('mailed_addresses')
    .values({ address_hash: hash, day })
    .onConflict((oc) => oc.column('address_hash').doUpdateSet({ day }).where('mailed_addresses.day', '<', day))
    .execute()
}

/** @returns the hashes of those addresses that were sent mail on this day or later */
export async function listMailedSince({ db }: Db, hashes: readonly string[], day: string): Promise<string[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('mailed_addresses')
    .select('address_hash')
    .where('address_hash', 'in', hashes)
    .where('day', '>=', day)
    .execute()
  return rows.map(({ address_hash: hash }) => hash)
}

export async function deleteMailedBefore({ db }: Db, day: string): Promise<void> {
  await db.deleteFrom('mailed_addresses').where('day', '<', day).execute()
}
