/** Queries on the database of a tenant site. */
import type { SiteDatabase } from '#db/tables.ts'

/** Maximum number of sessions that are read, newest first. */
const MAX_SESSIONS = 200

/** Returns the time of the latest user activity, from the newest rows; undefined: there was none. */
export async function findLastActivity(db: SiteDatabase): Promise<string | undefined> {
  const rows = await Promise.all([
    db.selectFrom('sessions').select('last_seen_at as at').orderBy('id', 'desc').limit(MAX_SESSIONS).execute(),
    db.selectFrom('topics').select('created_at as at').orderBy('id', 'desc').limit(1).execute(),
    db.selectFrom('replies').select('created_at as at').orderBy('id', 'desc').limit(1).execute(),
    db.selectFrom('reviews').select('created_at as at').orderBy('id', 'desc').limit(1).execute(),
    db.selectFrom('enquiries').select('created_at as at').orderBy('id', 'desc').limit(1).execute(),
    db.selectFrom('audit_entries').select('at').orderBy('id', 'desc').limit(1).execute(),
  ])
  return rows
    .flat()
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
}
