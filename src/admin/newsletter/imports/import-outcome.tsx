import { FactList, PanelSection } from '#admin/panel/side-panel.tsx'
import type { ImportReport } from '#features/newsletter/imports/import.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { SKIP_LABELS } from './import-labels.ts'
import { showEmail } from '#platform/text/shown-email.client.ts'
import * as styles from '#admin/newsletter/issues.module.css'

/** What of the file would be added, and what would be skipped, before anything is done. */
export function ImportOutcome({ report }: { report: ImportReport }) {
  const { number } = useWording()
  return (
    <PanelSection title="What would happen">
      <div aria-live="polite">
        <FactList
          facts={{
            'Rows in the file': number(report.rows),
            'To be added': number(report.added),
            ...Object.fromEntries(report.skipped.map(({ reason, count: n }) => [SKIP_LABELS[reason], `${number(n)} skipped`])),
          }}
        />
      </div>
      {report.examples.length > 0 && (
        <details className={styles.importSkipped}>
          <summary>Rows that are skipped</summary>
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
