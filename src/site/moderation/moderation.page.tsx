/** How reports are decided, and the numbers per month. */
import { useQuery } from '@tanstack/react-query'
import {
  APPEAL_DAYS,
  APPEAL_TARGET_HOURS,
  DECISIONS,
  REPORT_REASONS,
  REPORT_RETENTION_DAYS,
  WAITING_TARGETS,
  type Decision,
} from '#features/reports/report-reason.policy.ts'
import { moderationReportQuery, type ModerationMonth } from '#features/reports/report.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/actions/button.tsx'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { Link } from '#ui/router/link.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatPeriodStart } from '#wording/periods.ts'
import * as styles from './moderation.module.css'
import '#ui/styles/prose.css'

const ACTIONS = ['edit', 'hide', 'remove', 'warn', 'restrict', 'close'] as const satisfies readonly Decision[]

export default function ModerationPage() {
  const report = useQuery(moderationReportQuery())
  return (
    <div className={`container ${styles.page}`}>
      <PageMeta
        title="How we moderate"
        description="How to report something, who decides, how to appeal, and how many reports we get and act on each month."
        canonical={paths.moderation()}
      />
      <header>
        <Breadcrumb items={[{ label: 'About', to: paths.about() }, { label: 'How we moderate' }]} />
        <h1>How we moderate</h1>
        <p className="lead">How to report something, who decides, and how to disagree.</p>
      </header>
      <div className="prose">
        <h2>Report something</h2>
        <p>
          Every topic, reply, review, profile and picture has <b>Report</b>. You need no account. If you leave an email address or are
          signed in, we tell you what we decided. The author never learns who reported them. The rules that we apply are the{' '}
          <Link to={paths.about('guidelines')}>community guidelines</Link>.
        </p>
        <h2>How soon we decide</h2>
        <table>
          <caption className="visuallyHidden">Target time for a decision by reason</caption>
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">Decided within</th>
            </tr>
          </thead>
          <tbody>
            {entriesOf(REPORT_REASONS).map(([reason, { label, targetHours }]) => (
              <tr key={reason}>
                <th scope="row">{label}</th>
                <td>{formatHours(targetHours)}</td>
              </tr>
            ))}
            {Object.values(WAITING_TARGETS).map(({ label, targetHours }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{formatHours(targetHours)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">An appeal</th>
              <td>{formatHours(APPEAL_TARGET_HOURS)}</td>
            </tr>
          </tbody>
        </table>
        <h2>What we can decide</h2>
        <ul>
          {entriesOf(DECISIONS).map(([decision, { label, hint }]) => (
            <li key={decision}>
              <b>{label}.</b> {hint}
            </li>
          ))}
        </ul>
        <p>
          A moderator sees what was reported as it was then and as it is now, and never decides about their own content. Author and
          reporters get the decision with its reason.
        </p>
        <h2>Appeal</h2>
        <p>
          The author can appeal once against a decision that concerns them, and a reporter once if nothing was done, within{' '}
          {Math.floor(APPEAL_DAYS / 30)} months. Another moderator decides about the appeal if the site has one. We delete reports and
          decisions {REPORT_RETENTION_DAYS / 365} years after the decision.
        </p>
        <h2 id="numbers">Numbers</h2>
      </div>
      {report.isError && (
        <ErrorState
          title="The numbers could not be loaded"
          text={failureReason(report.error)}
          action={<Button onClick={() => void report.refetch()}>Try again</Button>}
        />
      )}
      {report.isSuccess && <Numbers months={report.data.items} />}
    </div>
  )
}

const formatHours = (hours: number): string => (hours < 72 ? `${hours} hours` : `${hours / 24} days`)

function Numbers({ months }: { months: ModerationMonth[] }) {
  const { number, language } = useWording()
  if (months.every(({ reports, appeals }) => reports + appeals === 0)) return <p>Nothing has been reported in the last twelve months.</p>
  const countOf = ({ decisions }: ModerationMonth, keys: readonly Decision[]) =>
    decisions.filter(({ key }) => keys.includes(key)).reduce((sum, { count }) => sum + count, 0)
  return (
    <div>
      <p id="numbers-note" className="hint">
        Reports, decisions and appeals of the last twelve months, counted from the records themselves
      </p>
      <ScrollRegion label="Moderation by month" className={`table-scroll ${styles.scroll}`}>
        <table className={styles.numbers} aria-labelledby="numbers-note">
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Reports</th>
              <th scope="col">Acted on</th>
              <th scope="col">Kept</th>
              <th scope="col">Median time</th>
              <th scope="col">Appeals</th>
              <th scope="col">Successful</th>
            </tr>
          </thead>
          <tbody>
            {months.map((row) => (
              <tr key={row.month}>
                <th scope="row">{formatPeriodStart(`${row.month}-01`, language)}</th>
                <td>{number(row.reports)}</td>
                <td>{number(countOf(row, ACTIONS))}</td>
                <td>{number(countOf(row, ['keep']))}</td>
                <td>{row.medianHours === null ? '–' : `${number(row.medianHours)} h`}</td>
                <td>{number(row.appeals)}</td>
                <td>{number(row.overturned)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}
