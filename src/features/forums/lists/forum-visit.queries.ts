import './forum-visit.context.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export const findVisit = ({ db }: Db, userId: number) =>
  db
    .selectFrom('forum_visits')
    .select(['visited_at as visitedAt', 'previous_visit_at as previousVisitAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export async function findMemberSince({ db }: Db, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('member_since as memberSince').where('id', '=', userId).executeTakeFirst()
  return row?.memberSince
}

/**
 * Records a visit in one statement, so that concurrent calls agree.
 * @returns the time of the previous visit; null during the first one
 * @param endedBefore a visit with no call since this time has ended; the call then starts a new one
 */
export async function upsertVisit({ db }: Db, userId: number, now: string, endedBefore: string): Promise<string | null> {
  const { previousVisitAt } = await db
    .insertInto('forum_visits')
    .values({ user_id: userId, visited_at: now, previous_visit_at: null })
    .onConflict((oc) =>
      oc.column('user_id').doUpdateSet((eb) => ({
        previous_visit_at: eb
          .case()
          .when('forum_visits.visited_at', '<', endedBefore)
          .then(eb.ref('forum_visits.visited_at'))
          .else(eb.ref('forum_visits.previous_visit_at'))
          .end(),
        visited_at: now,
      })),
    )
    .returning('previous_visit_at as previousVisitAt')
    .executeTakeFirstOrThrow()
  return previousVisitAt
}

export const findVisitOfPerson = async (ctx: Db, { id }: { id: number }) => {
  const visit = await findVisit(ctx, id)
  return visit ? [visit] : []
}

export async function deleteVisitOfPerson({ db }: Db, { id }: { id: number }): Promise<void> {
  await db.deleteFrom('forum_visits').where('user_id', '=', id).execute()
}
