/** Queries cases and their reports. */
import type { Selectable } from 'kysely'
import { isOneOf } from '#db/search/search-index.ts'
import type { Moderation, Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { countTotal, toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { ReportKind } from './report-reason.policy.ts'
import type { ReportedSubject } from './subject.queries.ts'

type Db = Pick<Context, 'db'>
export type CaseRow = Selectable<Tables['report_cases']>

/** @returns the open case of the subject, created if there is none, and locked until the end of the transaction */
export async function openCase({ db }: Db, kind: ReportKind, subject: ReportedSubject, dueAt: string, at: string): Promise<CaseRow> {
  await db
    .insertInto('report_cases')
    .values({
      kind,
      subject_id: subject.id,
      author_id: subject.authorId,
      path: subject.path,
      title: subject.title,
      content: subject.content,
      due_at: dueAt,
      created_at: at,
    })
    .onConflict((oc) => oc.columns(['kind', 'subject_id']).where('decided_at', 'is', null).doNothing())
    .execute()
  // An update, so that the row is locked on PostgreSQL. The earliest target time counts.
  return db
    .updateTable('report_cases')
    .set((eb) => ({ due_at: eb.case().when('due_at', '>', dueAt).then(dueAt).else(eb.ref('due_at')).end() }))
    .where('kind', '=', kind)
    .where('subject_id', '=', subject.id)
    .where('decided_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @returns undefined if the member has already reported the subject of this case */
export async function insertReport(
  { db }: Db,
  row: Pick<Selectable<Tables['reports']>, 'case_id' | 'reason' | 'illegal_kind' | 'text' | 'reporter_id' | 'email' | 'created_at'>,
): Promise<number | undefined> {
  const inserted = await db
    .insertInto('reports')
    .values(row)
    .onConflict((oc) => oc.columns(['reporter_id', 'case_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Lists the decided cases, newest decision first. */
export async function listDecidedCases({ db }: Db, kind: ReportKind | undefined, paging: Paging): Promise<ListResult<CaseRow>> {
  const { offset, limit } = toOffsetLimit(paging)
  const matching = db
    .selectFrom('report_cases')
    .where('decided_at', 'is not', null)
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? 'topic'))
  const items = await matching.selectAll().orderBy('decided_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit).execute()
  const total = await countTotal(items, paging, async () => {
    const { n } = await matching.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    return n
  })
  return { items, total }
}

export const listCases = ({ db }: Db, ids: readonly number[]): Promise<CaseRow[]> =>
  db
    .selectFrom('report_cases')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .execute()

export const findCase = ({ db }: Db, id: number): Promise<CaseRow | undefined> =>
  db.selectFrom('report_cases').selectAll().where('id', '=', id).executeTakeFirst()

export const findCaseOfDecision = ({ db }: Db, decisionId: number): Promise<CaseRow | undefined> =>
  db
    .selectFrom('report_cases as c')
    .innerJoin('report_decisions as d', 'd.case_id', 'c.id')
    .selectAll('c')
    .where('d.id', '=', decisionId)
    .executeTakeFirst()

/** Claims the case unless another moderator has. @returns whether the viewer has it now */
export async function claimCase({ db }: Db, id: number, userId: number, at: string): Promise<boolean> {
  const claimed = await db
    .updateTable('report_cases')
    .set({ claimed_by: userId, claimed_at: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('claimed_by', 'is', null), eb('claimed_by', '=', userId)]))
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function releaseCase({ db }: Db, id: number): Promise<void> {
  await db.updateTable('report_cases').set({ claimed_by: null, claimed_at: null }).where('id', '=', id).execute()
}

/** Closes an open case. @returns false if another moderator has decided meanwhile */
export async function closeCase({ db }: Db, id: number, at: string): Promise<boolean> {
  const closed = await db
    .updateTable('report_cases')
    .set({ decided_at: at })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** Reopens a decided case after a successful appeal. @returns false if the subject has an open case already */
export async function reopenCase({ db }: Db, { id, kind, subject_id: subjectId }: CaseRow, dueAt: string): Promise<boolean> {
  const open = await db
    .selectFrom('report_cases')
    .select('id')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  if (open) return false
  await db
    .updateTable('report_cases')
    .set({ decided_at: null, due_at: dueAt, claimed_by: null, claimed_at: null })
    .where('id', '=', id)
    .execute()
  return true
}

/** Number of members of at least this level, other than the author, who have reported the case as spam and are not restricted. */
export async function countSpamReports({ db }: Db, { id, author_id: authorId }: CaseRow, minLevel: number): Promise<number> {
  const { n } = await db
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.id', 'r.reporter_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('r.case_id', '=', id)
    .where('r.reason', '=', 'spam')
    .where('u.level', '>=', minLevel)
    .where('u.restricted_at', 'is', null)
    .where('u.id', '!=', authorId)
    .executeTakeFirstOrThrow()
  return n
}

/** @returns undefined for other kinds, and for a deleted post */
export async function findPostStatus({ db }: Db, { kind, subject_id: id }: CaseRow): Promise<Moderation | undefined> {
  if (kind === 'topic') return (await db.selectFrom('topics').select('status').where('id', '=', id).executeTakeFirst())?.status
  if (kind === 'reply') return (await db.selectFrom('replies').select('status').where('id', '=', id).executeTakeFirst())?.status
  return undefined
}

export async function updateHiddenAt({ db }: Db, id: number, at: string): Promise<void> {
  await db.updateTable('report_cases').set({ hidden_at: at }).where('id', '=', id).execute()
}

/** Oldest first, with the reporters' names. */
export const listReportsOfCases = ({ db }: Db, caseIds: readonly number[]) =>
  db
    .selectFrom('reports as r')
    .leftJoin('users as u', 'u.id', 'r.reporter_id')
    .select([
      'r.id',
      'r.case_id as caseId',
      'r.reason',
      'r.illegal_kind as illegalKind',
      'r.text',
      'r.reporter_id as reporterId',
      'r.email',
      'r.created_at as createdAt',
      'u.username',
    ])
    .where(isOneOf(db, 'r.case_id', caseIds))
    .orderBy('r.id')
    .execute()

export const listReportsOfDecision = ({ db }: Db, decisionId: number) =>
  db
    .selectFrom('reports as r')
    .innerJoin('report_decisions as d', 'd.case_id', 'r.case_id')
    .select(['r.id', 'r.email'])
    .where('d.id', '=', decisionId)
    .execute()

/** Number of reports by each member, and of those whose subject was not left as it is. */
export const countReportsOfReporters = ({ db }: Db, reporterIds: readonly number[]) =>
  db
    .selectFrom('reports as r')
    .innerJoin('report_cases as c', 'c.id', 'r.case_id')
    .leftJoin('report_decisions as d', (join) => join.onRef('d.case_id', '=', 'c.id').on('d.decision', '!=', 'keep'))
    .select((eb) => [
      'r.reporter_id as reporterId',
      eb.fn.count<number>('r.id').distinct().as('reports'),
      eb.fn.count<number>('d.case_id').distinct().as('upheld'),
    ])
    .where(isOneOf(db, 'r.reporter_id', reporterIds))
    .where('r.reporter_id', 'is not', null)
    .groupBy('r.reporter_id')
    .execute()

/** Deletes cases that were decided before the time, with their reports, decisions and appeals. */
export async function deleteCasesDecidedBefore({ db }: Db, at: string): Promise<void> {
  await db.deleteFrom('report_cases').where('decided_at', '<', at).execute()
}

/** Removes the person from reports: the texts that they wrote, and copies of their content. */
export async function eraseReportsOfPerson({ db }: Db, { id, email }: { id: number; email: string | null }): Promise<void> {
  await db.updateTable('reports').set({ reporter_id: null, text: null }).where('reporter_id', '=', id).execute()
  if (email !== null) await db.updateTable('reports').set({ email: null, text: null }).where('email', '=', email).execute()
  await db.updateTable('appeals').set({ user_id: null, text: '' }).where('user_id', '=', id).execute()
  await db
    .updateTable('report_decisions')
    .set({ title: '', content: '' })
    .where('case_id', 'in', (eb) => eb.selectFrom('report_cases').select('id').where('author_id', '=', id))
    .execute()
  await db.updateTable('report_cases').set({ title: '', content: '' }).where('author_id', '=', id).execute()
}

export const findReportsOfPerson = ({ db }: Db, { id }: { id: number }) =>
  db
    .selectFrom('reports as r')
    .innerJoin('report_cases as c', 'c.id', 'r.case_id')
    .select(['r.id', 'c.kind', 'c.path', 'r.reason', 'r.text', 'r.created_at as createdAt'])
    .where('r.reporter_id', '=', id)
    .orderBy('r.id')
    .execute()

/** Decisions about what the person posted. */
export const findDecisionsOfPerson = ({ db }: Db, { id }: { id: number }) =>
  db
    .selectFrom('report_decisions as d')
    .innerJoin('report_cases as c', 'c.id', 'd.case_id')
    .select([
      'd.id',
      'c.kind',
      'd.title',
      'd.content',
      'd.decision',
      'd.reason',
      'd.text',
      'd.restricted_until as restrictedUntil',
      'd.decided_at as decidedAt',
    ])
    .where('c.author_id', '=', id)
    .orderBy('d.id')
    .execute()

export const findAppealsOfPerson = ({ db }: Db, { id }: { id: number }) =>
  db
    .selectFrom('appeals')
    .select(['id', 'decision_id as decisionId', 'text', 'created_at as createdAt', 'outcome', 'outcome_text as outcomeText'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
