/** Reads a member's badges and points for the personal-data export. */
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
type Person = { id: number }

export const findBadgesForExport = ({ db }: Db, { id }: Person) =>
  db
    .selectFrom('user_badges as h')
    .innerJoin('badges as b', 'b.id', 'h.badge_id')
    .select(['b.name', 'h.earned_at as earnedAt'])
    .where('h.user_id', '=', id)
    .orderBy('h.earned_at')
    .execute()

export const findPointsForExport = ({ db }: Db, { id }: Person) =>
  db
    .selectFrom('point_entries')
    .select(['points', 'reason', 'subject_type as subject', 'subject_id as subjectId', 'created_at as createdAt'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
