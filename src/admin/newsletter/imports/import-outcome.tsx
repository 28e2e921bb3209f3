import { FactList, PanelSection } from '#admin/panel/side-panel.tsx'
import type { ImportReport } from '#features/newsletter/imports/import.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { SKIP_LABELS } from './import-labels.ts'
import { showEmail } from '#platform/text/shown-email.client.ts'
import * as styles from '#admin/newsletter/issues.module.css'

/** Shows the result of the dry run: how many rows will be added, and how many will be skipped for which reason. */
export function ImportOutcome({ report }: { report: ImportReport }) {
  const { number } = useWording()
  return (
    <PanelSection title="Import preview">
      <div aria-live="polite">
        <FactList
          facts={{
            'Rows in the file': number(report.rows),
            'To add': number(report.added),
            ...Object.fromEntries(
              report.skipped.map(({ reason, count: rowCount }) => [SKIP_LABELS[reason], `${number(rowCount)} skipped`]),
            ),
          }}
        />
      </div>
      {report.examples.length > 0 && (
        <details className={styles.importSkipped}>
          <summary>Skipped rows</summary>
          <ul>
            {report.examples.map(({ line, email, reason }) => (
              <li key={line}>
                Line {number(line)}: {email ? showEmail(email) : 'no address'}. {SKIP_LABELS[reason]}
              </li>
            ))}
          </ul>
        </details>
      )}
    </PanelSection>
  )
}
