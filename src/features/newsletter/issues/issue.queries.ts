import type { Selectable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { Issue, IssueCounts, IssueEntry } from './issue.contract.ts'

type Db = Pick<Context, 'db'>
export type IssueRow = Selectable<Tables['newsletter_issues']>
type IssueChange = Partial<Omit<IssueRow, 'id'>>

export const findIssueRow = ({ db }: Db, id: number): Promise<IssueRow | undefined> =>
  db.selectFrom('newsletter_issues').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertIssue({ db }: Db, values: Omit<IssueRow, 'id'>): Promise<number> {
  const { id } = await db.insertInto('newsletter_issues').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @param allowedStates states in which the change is allowed @returns false when the issue is in another state and was not changed */
export async function updateIssue(
  { db }: Db,
  id: number,
  allowedStates: readonly IssueRow['state'][],
  change: IssueChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_issues')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', allowedStates)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteIssueRow({ db }: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('newsletter_issues')
    .where('id', '=', id)
    .where('state', 'in', ['draft', 'scheduled'])
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listIssueRows(ctx: Db, paging: Paging): Promise<ListResult<Issue>> {
  const { offset, limit } = toOffsetLimit(paging)
  const rows = await ctx.db.selectFrom('newsletter_issues').selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute()
  const { n } = await ctx.db
    .selectFrom('newsletter_issues')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { items: await Promise.all(rows.map((row) => toIssue(ctx, row))), total: n }
}

export async function toIssue(ctx: Db, row: IssueRow): Promise<Issue> {
  const { origin: _origin, html: _html, plain: _plain, link_mark: _mark, listed_at: _listedAt, entries, audience, ...columns } = row
  return {
    id: columns.id,
    subject: columns.subject,
    intro: columns.intro,
    entries: JSON.parse(entries) as IssueEntry[],
    audience: JSON.parse(audience) as number[],
    rate: columns.rate,
    state: columns.state,
    createdAt: columns.created_at,
    changedAt: columns.changed_at,
    scheduledAt: columns.scheduled_at,
    startedAt: columns.started_at,
    finishedAt: columns.finished_at,
    lastError: columns.last_error,
    counts: columns.started_at === null ? NO_RECIPIENTS : await countRecipients(ctx, columns.id),
  }
}

const NO_RECIPIENTS: IssueCounts = { total: 0, waiting: 0, sent: 0, bounced: 0, failed: 0, skipped: 0, unsubscribed: 0 }

async function countRecipients({ db }: Db, issueId: number): Promise<IssueCounts> {
  const rows = await db
    .selectFrom('newsletter_recipients')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .where('issue_id', '=', issueId)
    .groupBy('state')
    .execute()
  const { n } = await db
    .selectFrom('newsletter_departures')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('issue_id', '=', issueId)
    .executeTakeFirstOrThrow()
  const counts = { ...NO_RECIPIENTS, unsubscribed: n }
  for (const row of rows) {
    counts[row.state] = row.n
    counts.total += row.n
  }
  return counts
}

/** Returns when sending of the latest issue started; undefined when no issue has been sent. */
export async function findLastStart({ db }: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('newsletter_issues')
    .select('started_at')
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at ?? undefined
}

export async function findEmailOfUser({ db }: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email ?? null
}
