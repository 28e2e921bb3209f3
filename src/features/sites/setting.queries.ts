import { lockRow } from '#db/lock-row.ts'
import type { SiteDatabase } from '#db/tables.ts'

/** All settings of a site, as stored: key to JSON text. */
export async function listSettings(db: SiteDatabase): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  return Object.fromEntries(rows.map(({ key, value }): [string, unknown] => [key, JSON.parse(value)]))
}

/** Every site has the guest account. */
const LOCKED_USER = 1

/** Locks the settings until the transaction ends. They have no row of their own, so the row of the guest account is locked. */
export const lockSettings = (db: SiteDatabase): Promise<boolean> => lockRow(db, 'users', LOCKED_USER)

export async function upsertSetting(db: SiteDatabase, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((clash) => clash.column('key').doUpdateSet({ value: text }))
    .execute()
}
