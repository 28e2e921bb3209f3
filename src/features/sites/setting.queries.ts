import type { SiteDatabase } from '#db/tables.ts'

/** All settings of a site, as stored: key to JSON text. */
export async function listSettings(db: SiteDatabase): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  return Object.fromEntries(rows.map(({ key, value }): [string, unknown] => [key, JSON.parse(value)]))
}

export async function upsertSetting(db: SiteDatabase, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((clash) => clash.column('key').doUpdateSet({ value: text }))
    .execute()
}
