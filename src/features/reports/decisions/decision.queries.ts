/** Decisions, and the numbers about them. */
import type { Selectable } from 'kysely'
import { isOneOf } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
export type DecisionRow = Selectable<Tables['report_decisions']>

export async function insertDecision({ db }: Db, row: Omit<DecisionRow, 'id'>): Promise<number> {
  const { id } = await db.insertInto('report_decisions').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

const selectDecisions = ({ db }: Db) =>
  db
    .selectFrom('report_decisions as d')
    .leftJoin('users as u', 'u.id', 'd.decided_by')
    .select([
      'd.id',
      'd.case_id as caseId',
      'd.decision',
      'd.reason',
      'd.text',
      'd.title',
      'd.content',
      'd.trash_id as trashId',
      'd.restricted_until as restrictedUntil',
      'd.decided_by as decidedById',
      'd.decided_at as decidedAt',
      'u.username as decidedBy',
    ])
export type NamedDecision = Awaited<ReturnType<ReturnType<typeof selectDecisions>['executeTakeFirstOrThrow']>>

export const findDecision = (ctx: Db, id: number): Promise<NamedDecision | undefined> =>
  selectDecisions(ctx).where('d.id', '=', id).executeTakeFirst()

/** Lists the decisions of several cases, oldest first. */
export const listDecisionsOfCases = (ctx: Db, caseIds: readonly number[]): Promise<NamedDecision[]> =>
  selectDecisions(ctx)
    .where(isOneOf(ctx.db, 'd.case_id', caseIds))
    .orderBy('d.id')
    .execute()

/** Decisions against content of the authors, other than to keep it; newest first. */
export const listDecisionsAgainst = (ctx: Db, authorIds: readonly number[]): Promise<(NamedDecision & { authorId: number })[]> =>
  selectDecisions(ctx)
    .innerJoin('report_cases as c', 'c.id', 'd.case_id')
    .select('c.author_id as authorId')
    .where(isOneOf(ctx.db, 'c.author_id', authorIds))
    .where('d.decision', '!=', 'keep')
    .orderBy('d.id', 'desc')
    .limit(500)
    .execute()

export const listPeople = ({ db }: Db, ids: readonly number[]) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'level', 'member_since as memberSince'])
    .where(isOneOf(db, 'id', ids))
    .execute()

/** Reports since a time, for the public numbers. */
export const listReportsSince = ({ db }: Db, since: string) =>
  db.selectFrom('reports').select(['reason', 'created_at as at']).where('created_at', '>=', since).execute()

export const listDecisionsSince = ({ db }: Db, since: string) =>
  db
    .selectFrom('report_decisions as d')
    .innerJoin('report_cases as c', 'c.id', 'd.case_id')
    .select(['d.decision', 'd.decided_at as at', 'c.created_at as reportedAt'])
    .where('d.decided_at', '>=', since)
    .execute()

export const listAppealsSince = ({ db }: Db, since: string) =>
  db.selectFrom('appeals').select(['outcome', 'created_at as at']).where('created_at', '>=', since).execute()
