/** Defines the kinds of items that can be restored from the trash, with their labels. */
import { AUDIT_SUBJECTS } from '#features/audit/audit-subjects.policy.ts'
import { keysOf, toRecord } from '#platform/client/typed-entries.client.ts'

type AuditSubjects = typeof AUDIT_SUBJECTS
type RestorableSubject = { [K in keyof AuditSubjects]: AuditSubjects[K] extends { inTrash: string } ? K : never }[keyof AuditSubjects]

const isRestorable = (subject: keyof AuditSubjects): subject is RestorableSubject => 'inTrash' in AUDIT_SUBJECTS[subject]

export const TRASH_KINDS = toRecord(keysOf(AUDIT_SUBJECTS).filter(isRestorable), (kind) => ({
  label: AUDIT_SUBJECTS[kind].label,
  plural: AUDIT_SUBJECTS[kind].inTrash,
}))
