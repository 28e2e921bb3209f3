/** Reads a member's notices and mail preferences for the personal-data export. */
import './notice.context.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
type Person = { id: number }

export const findNoticesOfPerson = ({ db }: Db, { id }: Person) =>
  db
    .selectFrom('notices')
    .select(['kind', 'title', 'path', 'items', 'at', 'read_at as readAt'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()

export const findPreferencesOfPerson = ({ db }: Db, { id }: Person) =>
  db.selectFrom('notice_preferences').select(['kind', 'timing']).where('user_id', '=', id).orderBy('kind').execute()

export const findWeeklyDigestOfPerson = ({ db }: Db, { id }: Person) =>
  db.selectFrom('weekly_digests').select('due_at as dueAt').where('user_id', '=', id).execute()
