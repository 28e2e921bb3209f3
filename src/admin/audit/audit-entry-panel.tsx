/** Side panel that shows an audit entry with every changed field, before and after. */
import { formatAction, formatAuditValue, formatFieldName, listChangedFields } from '#features/audit/audit-labels.policy.ts'
import { AUDIT_SUBJECT_LABELS } from '#features/audit/audit-subjects.policy.ts'
import { FactList, SidePanel } from '#admin/panel/side-panel.tsx'
import type { AuditEntry } from '#features/audit/audit.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { isolateText } from '#ui/text/isolate-text.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
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
  const changedFields = listChangedFields(entry.before, entry.after)
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
      {changedFields.length > 0 && (
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
              {changedFields.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row">{formatFieldName(name)}</th>
                  <td>
                    <AuditValue value={before} />
                  </td>
                  <td>
                    <AuditValue value={after} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {userId !== null && (
        <Button variant="quiet" size="s" onClick={() => onShowUser(userId)}>
          <span>
            Show all entries by <bdi>{entry.username}</bdi>
          </span>
        </Button>
      )}
    </SidePanel>
  )
}

const ISO_TIME_START = /^\d{4}-\d\d-\d\dT/
const AuditValue = ({ value }: { value: unknown }) =>
  typeof value === 'string' && ISO_TIME_START.test(value) ? <ShortTime date={value} /> : isolateText(formatAuditValue(value))
