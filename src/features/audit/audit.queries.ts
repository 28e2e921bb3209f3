import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { AuditEntry, AuditFilter, AuditSubject } from './audit.contract.ts'
import { limitText } from '#wording/cut-text.ts'

export interface NewAuditEntry {
  at: string
  userId: number | null
  action: string
  subject: { type: AuditSubject; id: number | null; title: string }
  before: object | null
  after: object | null
}

export async function insertAuditEntry({ db }: Pick<Context, 'db'>, entry: NewAuditEntry): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      at: entry.at,
      user_id: entry.userId,
      action: entry.action,
      subject_type: entry.subject.type,
      subject_id: entry.subject.id,
      subject_title: limitText(entry.subject.title, 200),
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
    })
    .execute()
}

export async function eraseAuditText({ db }: Pick<Context, 'db'>, type: AuditSubject, id: number, title: string): Promise<void> {
  await db
    .updateTable('audit_entries')
    .set({ subject_title: title, before: null, after: null })
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .execute()
}

const selectEntries = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('audit_entries as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select([
      'a.id',
      'a.at',
      'a.action',
      'a.before',
      'a.after',
      'a.user_id as userId',
      'a.subject_type as subjectType',
      'a.subject_id as subjectId',
      'a.subject_title as subjectTitle',
      'u.display_name as displayName',
      'u.username as login',
    ])

type AliasedTables = Tables & { a: Tables['audit_entries'] }
const applyFilter = <O>(query: SelectQueryBuilder<AliasedTables, 'a', O>, { subject, subjectId, userId }: AuditFilter) =>
  query
    .$if(subject !== undefined, (q) => q.where('a.subject_type', '=', subject ?? ''))
    .$if(subjectId !== undefined, (q) => q.where('a.subject_id', '=', subjectId ?? 0))
    .$if(userId !== undefined, (q) => q.where('a.user_id', '=', userId ?? 0))

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>
const parseJson = (json: string | null) => (json === null ? null : (JSON.parse(json) as Record<string, unknown>))
const toEntry = ({ displayName, login, ...row }: Row): AuditEntry => ({
  ...row,
  subjectType: row.subjectType as AuditSubject,
  username: displayName && login && displayName !== login ? `${displayName} (${login})` : login || 'System',
  before: parseJson(row.before),
  after: parseJson(row.after),
})

/** Lists entries by descending id, which is newest first. The subquery on ids skips earlier pages by reading the index alone. */
export async function listAuditRows(ctx: Pick<Context, 'db'>, filter: AuditFilter, paging: Paging): Promise<ListResult<AuditEntry>> {
  const { offset, limit } = toOffsetLimit(paging)
  const entries = applyFilter(ctx.db.selectFrom('audit_entries as a'), filter)
  const ids = entries.select('a.id').orderBy('a.id', 'desc').offset(offset).limit(limit)
  const rows = await selectEntries(ctx).where('a.id', 'in', ids).orderBy('a.id', 'desc').execute()
  const total = await countTotal(rows, paging, async () => {
    const { n } = await entries.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    return n
  })
  return { items: rows.map(toEntry), total }
}

/** Returns entries with a smaller id, newest first (keyset pagination); `undefined` starts at the newest. */
export async function listAuditRowsBefore(
  ctx: Pick<Context, 'db'>,
  filter: AuditFilter,
  beforeId: number | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  const ids = applyFilter(ctx.db.selectFrom('audit_entries as a'), filter)
    .select('a.id')
    .$if(beforeId !== undefined, (q) => q.where('a.id', '<', beforeId ?? 0))
    .orderBy('a.id', 'desc')
    .limit(limit)
  const rows = await selectEntries(ctx).where('a.id', 'in', ids).orderBy('a.id', 'desc').execute()
  return rows.map(toEntry)
}

export async function deleteAuditEntriesBefore({ db }: Pick<Context, 'db'>, time: string): Promise<void> {
  await db.deleteFrom('audit_entries').where('at', '<', time).execute()
}
