/** The reports of an item with the history of each reporter. */
import { ILLEGAL_KINDS, REPORT_REASONS } from '#features/reports/report-reason.policy.ts'
import type { ReportCase } from '#features/reports/report.client.ts'
import { ShortTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import * as styles from './reports.module.css'

export function ItemReports({ reports }: Pick<ReportCase, 'reports'>) {
  const { count } = useWording()
  if (reports.length === 0) return null
  return (
    <div>
      <h3>{count(reports.length, ADMIN_NOUNS.report)}</h3>
      <ul className={styles.reports}>
        {reports.map(({ id, reason, illegalKind, text, reporter, reporterHistory, createdAt }) => (
          <li key={id}>
            <b>{REPORT_REASONS[reason].label}</b>
            {illegalKind && `: ${ILLEGAL_KINDS[illegalKind]}`}
            <span className={styles.meta}>
              {' '}
              {reporter ? <bdi>{reporter.username}</bdi> : 'a visitor'}
              <ReporterHistory history={reporterHistory} />, <ShortTime date={createdAt} />
            </span>
            {text && (
              <p dir="auto" className={styles.words}>
                {text}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

export function ReporterHistory({ history }: { history: { reports: number; upheld: number } | null }) {
  const { count } = useWording()
  return history && ` (${count(history.reports, ADMIN_NOUNS.report)}, ${history.upheld} acted on)`
}
