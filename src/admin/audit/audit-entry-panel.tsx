/** Side panel that shows an audit entry with every changed field, before and after. */
import { AUDIT_SUBJECT_LABELS } from '#features/audit/audit-subjects.policy.ts'
import { FactList, SidePanel } from '#admin/panel/side-panel.tsx'
import type { AuditEntry } from '#features/audit/audit.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { isolateText } from '#ui/text/isolate-text.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { formatAction, formatFieldName } from './audit-labels.ts'
import * as styles from './audit.module.css'

export function AuditEntryPanel({
  entry,
  onClose,
  onShowUser,
}: {
  entry: AuditEntry
  onClose: () => void
  onShowUser: (userId: number) => void
}) {
  const [before, after] = [flatten(entry.before), flatten(entry.after)]
  const changedNames = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => formatAuditValue(before[name]) !== formatAuditValue(after[name]),
  )
  const { userId } = entry
  return (
    <SidePanel title={formatAction(entry.action)} onClose={onClose}>
      <FactList
        facts={{
          Item: entry.subjectTitle,
          Type: `${AUDIT_SUBJECT_LABELS[entry.subjectType]}${entry.subjectId === null ? '' : ` ${entry.subjectId}`}`,
          User: entry.username,
          Date: <ShortTime date={entry.at} />,
        }}
      />
      {changedNames.length > 0 && (
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
              {changedNames.map((name) => (
                <tr key={name}>
                  <th scope="row">{formatFieldName(name)}</th>
                  <td>
                    <AuditValue value={before[name]} />
                  </td>
                  <td>
                    <AuditValue value={after[name]} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {userId !== null && (
        <Button variant="quiet" size="s" onClick={() => onShowUser(userId)}>
          Show all entries by <bdi>{entry.username}</bdi>
        </Button>
      )}
    </SidePanel>
  )
}

/** Flattens objects one level deep, so that `features.forums` is a field. Arrays stay values. */
const flatten = (fields: Record<string, unknown> | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(value).map(([innerName, innerValue]) => [`${name}.${innerName}`, innerValue] as const)
        : [[name, value] as const],
    ),
  )

const ISO_TIME_START = /^\d{4}-\d\d-\d\dT/
const AuditValue = ({ value }: { value: unknown }) =>
  typeof value === 'string' && ISO_TIME_START.test(value) ? <ShortTime date={value} /> : isolateText(formatAuditValue(value))

function formatAuditValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}
