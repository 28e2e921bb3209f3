/** What a copy's own database tells about it. Asked on that database, not on the main site's. */
import type { SiteDatabase } from '#db/tables.ts'

/** A busy site has many sessions: the newest so many are looked at. */
const SESSIONS = 200

/** The latest time at which somebody did something, as far as the newest rows tell. */
export async function findLastActivity(db: SiteDatabase): Promise<string | undefined> {
  const rows = await Promise.all([
    db.selectFrom('sessions').select('last_seen_at as at').orderBy('id', 'desc').limit(SESSIONS).execute(),
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
