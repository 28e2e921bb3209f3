/** Kinds that can be restored from the trash, with their labels. */
import { AUDIT_SUBJECTS } from '#features/audit/audit-subjects.policy.ts'
import { keysOf, toRecord } from '#platform/client/typed-entries.client.ts'

type Subjects = typeof AUDIT_SUBJECTS
type Restorable = { [K in keyof Subjects]: Subjects[K] extends { inTrash: string } ? K : never }[keyof Subjects]

const isRestorable = (subject: keyof Subjects): subject is Restorable => 'inTrash' in AUDIT_SUBJECTS[subject]

export const TRASH_KINDS = toRecord(keysOf(AUDIT_SUBJECTS).filter(isRestorable), (kind) => ({
  label: AUDIT_SUBJECTS[kind].label,
  plural: AUDIT_SUBJECTS[kind].inTrash,
}))
