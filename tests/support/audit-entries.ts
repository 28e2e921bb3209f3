import type { AuditSubject } from '#features/audit/audit.contract.ts'
import type { Context } from '#platform/context.ts'

/** What the log says last of one thing, as its row. */
export const lastEntryOf = ({ db }: Pick<Context, 'db'>, subject: AuditSubject, id: number) =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_type', '=', subject)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
