/** Shows a job of the plan: costs and savings, prerequisites, grants and questions for the installer. */
import type { PlannedJob } from '#features/tools/plan/plan.client.ts'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { paths } from '#site/paths.ts'
import { formatEnd, formatRange, formatValue } from '#site/tools/charts/format-band.ts'
import * as styles from './plan.module.css'

const DISTURBANCE_TEXTS = { 1: 'some hours', 2: 'some days', 3: 'major building work' }

export function PlanStep({ job, number }: { job: PlannedJob; number: number }) {
  const wording = useWording()
  const { label, who, remark, cost, saving, carbonSaved, payback, disturbance, grants, questions, before, tool } = job
  const missingJobs = before.filter(({ isPlanned }) => !isPlanned).map(({ label: name }) => name.toLowerCase())
  const plannedJobs = before.filter(({ isPlanned }) => isPlanned).map(({ label: name }) => name.toLowerCase())
  // The costs of other jobs are without grants, which are listed below.
  const isGrantDeducted = job.job === 'heat-pump' && grants.some(({ pounds }) => pounds)
  return (
    <li className={styles.step}>
      <b className={`num ${styles.number}`} aria-hidden="true">
        {number}
      </b>
      <div className={styles.stepBody}>
        <h2>{label}</h2>
        {who === 'landlord' && <p className={styles.missing}>Ask your landlord: this job changes the building.</p>}
        {remark && <p className="hint">{remark}</p>}
        <dl className={styles.facts}>
          <Fact
            label={who === 'landlord' ? 'Cost for the landlord' : isGrantDeducted ? 'Cost after the grant' : 'Cost'}
            value={formatEnd(cost.middle, '£', wording)}
            range={formatRange(cost, wording)}
          />
          <Fact label="Saves in a year" value={formatEnd(saving.middle, '£', wording)} range={formatRange(saving, wording)} />
          {carbonSaved.middle !== null && (
            <Fact
              label="Carbon in a year"
              value={formatValue(carbonSaved.middle, 'kg', wording)}
              range={formatRange(carbonSaved, wording)}
            />
          )}
          <Fact label="Pays back in" value={formatEnd(payback.middle, 'years', wording)} range={formatRange(payback, wording)} />
          <Fact label="Disruption" value={DISTURBANCE_TEXTS[disturbance]} range="" />
        </dl>
        {plannedJobs.length > 0 && <p>Do these first: {plannedJobs.join(', ')}.</p>}
        {missingJobs.length > 0 && (
          <p className={styles.missing}>
            Not in this plan, but better done first: {missingJobs.join(', ')}. A house that loses less heat needs a smaller heat pump.
          </p>
        )}
        {grants.length > 0 && (
          <>
            <h3>Grants</h3>
            <ul className={styles.grants}>
              {grants.map(({ key, label: grant, verdict, because, pounds, share, until }) => (
                <li key={key}>
                  <b>{grant}</b>
                  {pounds ? `, up to ${formatValue(pounds, '£', wording)}` : ''}
                  {share === undefined ? '' : `, at most ${formatValue(share, 'share', wording)} of the cost`}
                  {until === null ? '' : `, until ${wording.fullDate(until)}`}
                  {verdict === 'open' ? ' (open)' : ''}: {because}
                </li>
              ))}
            </ul>
          </>
        )}
        <h3>Questions for the installer</h3>
        <ul className={styles.questions}>
          {questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
        <p className="no-print">
          <Link className="more" to={paths.tool(tool)}>
            Work it out for your home
          </Link>
        </p>
      </div>
    </li>
  )
}

const Fact = ({ label, value, range }: { label: string; value: string; range: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <b className="num">{value}</b>
      {range && <span>{range}</span>}
    </dd>
  </div>
)
