/** Lists the recommended jobs in their order, each with cost, saving, payback time and disruption. */
import type { ToolReply } from '#features/tools/tool.client.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { useWording } from '#ui/text/use-wording.ts'
import type { Wording } from '#wording/wording.ts'
import { paths } from '#site/paths.ts'
import { formatEnd, formatRange, formatValue } from '#site/tools/charts/format-band.ts'
import * as styles from './result-figure.module.css'

const DISTURBANCE_TEXTS = { 1: 'hours', 2: 'days', 3: 'major building work' }

interface JobListProps {
  jobs: NonNullable<ToolReply['jobs']>
  notes: NonNullable<ToolReply['notes']>
  inputs: ToolReply['inputs']
}

export function JobList({ jobs, notes, inputs }: JobListProps) {
  const wording = useWording()
  const ownInputs = Object.fromEntries(
    Object.entries(inputs).flatMap(([name, { text, whose }]) => (whose === 'reader' ? [[name, text]] : [])),
  )
  const jobsWithinBudget = jobs.filter(({ isWithinBudget }) => isWithinBudget).map(({ job }) => job)
  const ownJobs = jobs.filter(({ who }) => who === 'you')
  const isOverBudget = ({ who, isWithinBudget }: (typeof jobs)[number]) => who === 'you' && !isWithinBudget
  return (
    <figure className={styles.figure}>
      <figcaption>Recommended order</figcaption>
      <p className={styles.small}>
        Each job is calculated on the heat that the jobs above it leave.
        {jobs.some(isOverBudget) && ' Jobs outside the budget are counted as not done.'}
      </p>
      <ol className={styles.list}>
        {jobs.map(
          ({ job, label, who, cost, saving, carbonSaved, payback, epcPoints, disturbance, after, remark, isWithinBudget }, index) => {
            const prerequisites = jobs
              .slice(0, index)
              .filter((other) => after.includes(other.job))
              .map((other) => `${other.label.toLowerCase()}${isOverBudget(other) ? ' (outside the budget)' : ''}`)
            return (
              <li key={job}>
                <p className={joinClasses(styles.line, styles.job)}>
                  <b className="num">{index + 1}.</b>
                  <b>{label}</b>
                  <span className={styles.verdict} data-tone={who === 'landlord' ? 'warn' : isWithinBudget ? 'good' : undefined}>
                    {who === 'landlord'
                      ? 'Ask your landlord'
                      : isWithinBudget
                        ? 'Within budget'
                        : isCostly(saving)
                          ? 'Costs more to run'
                          : 'Over budget'}
                  </span>
                  {who === 'you' && <b className="num">{formatEnd(cost.middle, '£', wording)}</b>}
                </p>
                <p className={styles.facts}>
                  <span>
                    {who === 'landlord' ? 'Cost for the landlord' : 'Cost'}{' '}
                    {formatRange(cost, wording) || formatEnd(cost.middle, '£', wording)}
                  </span>
                  <span>Saves {formatRange(saving, wording) || formatEnd(saving.middle, '£', wording)} a year</span>
                  {carbonSaved.middle !== null && <span>{formatValue(carbonSaved.middle, 'kg', wording)} of carbon a year</span>}
                  {who === 'you' && <span>{formatPayback(payback.middle, wording)}</span>}
                  {epcPoints.middle !== null && <span>{formatPoints(epcPoints.middle, wording)}</span>}
                  <span>Disruption: {DISTURBANCE_TEXTS[disturbance]}</span>
                </p>
                {remark && <p className={styles.small}>{remark}</p>}
                {prerequisites.length > 0 && <p className={styles.small}>Do first: {prerequisites.join(', ')}.</p>}
              </li>
            )
          },
        )}
      </ol>
      {notes.map(({ key, title, lines }) => (
        <div key={key} className={styles.note}>
          <h3>{title}</h3>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
      {ownJobs.length > 0 && (
        <p className="no-print">
          <ButtonLink
            variant="quiet"
            to={paths.plan({
              ...ownInputs,
              jobs: (jobsWithinBudget.length > 0 ? jobsWithinBudget : ownJobs.slice(0, 1).map(({ job }) => job)).join(','),
            })}
          >
            Make a plan
          </ButtonLink>
        </p>
      )}
    </figure>
  )
}

const isCostly = ({ middle }: { middle: number | null }) => middle !== null && middle < 0

/** Returns `About 1 point more on the EPC`, also for points that are lost. */
function formatPoints(points: number, wording: Wording): string {
  const rounded = Math.round(points)
  if (rounded === 0) return 'About the same EPC score'
  return `About ${formatValue(Math.abs(rounded), 'points', wording)} ${rounded > 0 ? 'more' : 'fewer'} on the EPC`
}

function formatPayback(years: number | null, wording: Wording): string {
  if (years === null) return 'Never pays back'
  return years === 0 ? 'The grant covers the cost' : `Pays back in ${formatValue(years, 'years', wording)}`
}
