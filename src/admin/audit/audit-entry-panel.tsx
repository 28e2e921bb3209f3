/** Details of an audit entry: every changed field, before and after. */
import { AUDIT_SUBJECT_LABELS } from '#features/audit/audit-subjects.policy.ts'
import { FactList, SidePanel } from '#admin/panel/side-panel.tsx'
import type { AuditEntry } from '#features/audit/audit.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { isolateText } from '#ui/text/isolate-text.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { actionLabel, fieldLabel } from './audit-labels.ts'
import * as styles from './audit.module.css'

export function AuditEntryPanel({
  entry,
  onClose,
  onPerson,
}: {
  entry: AuditEntry
  onClose: () => void
  onPerson: (userId: number) => void
}) {
  const [before, after] = [flatten(entry.before), flatten(entry.after)]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => textOf(before[name]) !== textOf(after[name]))
  const { userId } = entry
  return (
    <SidePanel title={actionLabel(entry.action)} onClose={onClose}>
      <FactList
        facts={{
          Item: entry.subjectTitle,
          Type: `${AUDIT_SUBJECT_LABELS[entry.subjectType]}${entry.subjectId === null ? '' : ` ${entry.subjectId}`}`,
          User: entry.username,
          Date: <ShortTime date={entry.at} />,
        }}
      />
      {names.length > 0 && (
        <ScrollRegion className={styles.auditChanges} role="group" label="Changes">
          <table aria-label="Changes">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {names.map((name) => (
                <tr key={name}>
                  <th scope="row">{fieldLabel(name)}</th>
                  <td>
                    <Value of={before[name]} />
                  </td>
                  <td>
                    <Value of={after[name]} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {userId !== null && (
        <Button variant="quiet" size="s" onClick={() => onPerson(userId)}>
          Show all entries by <bdi>{entry.username}</bdi>
        </Button>
      )}
    </SidePanel>
  )
}

/** Flattens nested objects: `features.forums` becomes a field. */
const flatten = (fields: Record<string, unknown> | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one] as const)
        : [[name, value] as const],
    ),
  )

const ISO_TIME = /^\d{4}-\d\d-\d\dT/
const Value = ({ of }: { of: unknown }) => (typeof of === 'string' && ISO_TIME.test(of) ? <ShortTime date={of} /> : isolateText(textOf(of)))

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}
