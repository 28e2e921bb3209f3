import type { AuditSubject } from '#features/audit/audit.contract.ts'
import type { Context } from '#platform/contract/context.ts'

/** Returns the latest row of the audit log for a subject. */
export const lastEntryOf = ({ db }: Pick<Context, 'db'>, subject: AuditSubject, id: number) =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_type', '=', subject)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

/** Lists all entries of the audit log in order, as tuples of action, subject type, subject id, subject title, before and after. */
export const listEntries = async ({ db }: Pick<Context, 'db'>) =>
  (await db.selectFrom('audit_entries').selectAll().orderBy('id').execute()).map((row) => [
    row.action,
    row.subject_type,
    row.subject_id,
    row.subject_title,
    parse(row.before),
    parse(row.after),
  ])
