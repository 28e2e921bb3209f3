import { lockRow } from '#db/lock-row.ts'
import type { SiteDatabase } from '#db/tables.ts'

/** Returns all stored settings of a site, parsed. */
export async function listSettings(db: SiteDatabase): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  return Object.fromEntries(rows.map(({ key, value }): [string, unknown] => [key, JSON.parse(value)]))
}

/** The guest account, which every site has. */
const LOCKED_USER = 1

/** Locks the settings until the transaction ends. There is no row for all settings, so the row of the guest account is locked. */
export const lockSettings = (db: SiteDatabase): Promise<boolean> => lockRow(db, 'users', LOCKED_USER)

export async function upsertSetting(db: SiteDatabase, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value: text }))
    .execute()
}
