/** Lists the recommended jobs in their order, each with cost, saving, payback time and disruption. */
import type { ToolReply } from '#features/tools/tool.client.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { paths } from '#site/paths.ts'
import { formatEnd, formatRange, formatValue } from '#site/tools/charts/format-band.ts'
import * as styles from './result-figure.module.css'

const DISTURBANCE_TEXTS = { 1: 'hours', 2: 'days', 3: 'major building work' }

export function JobList({ jobs, inputs }: { jobs: NonNullable<ToolReply['jobs']>; inputs: ToolReply['inputs'] }) {
  const wording = useWording()
  const findLabel = (name: string) => jobs.find(({ job }) => job === name)?.label.toLowerCase()
  const ownInputs = Object.fromEntries(
    Object.entries(inputs).flatMap(([name, { text, whose }]) => (whose === 'reader' ? [[name, text]] : [])),
  )
  const jobsWithinBudget = jobs.filter(({ isWithinBudget }) => isWithinBudget).map(({ job }) => job)
  return (
    <figure className={styles.figure}>
      <figcaption>Recommended order</figcaption>
      <ol className={styles.list}>
        {jobs.map(({ job, label, cost, saving, carbonSaved, payback, epcPoints, disturbance, after, isWithinBudget }, index) => {
          const prerequisites = after.flatMap((name) => findLabel(name) ?? [])
          return (
            <li key={job}>
              <p className={styles.line}>
                <b className="num">{index + 1}.</b>
                <b>{label}</b>
                <span className={styles.verdict} data-tone={isWithinBudget ? 'good' : undefined}>
                  {isWithinBudget ? 'Within budget' : 'Over budget'}
                </span>
                <b className="num">{formatEnd(cost.middle, '£', wording)}</b>
              </p>
              <p className={styles.facts}>
                <span>Cost {formatRange(cost, wording) || formatEnd(cost.middle, '£', wording)}</span>
                <span>Saves {formatRange(saving, wording) || formatEnd(saving.middle, '£', wording)} a year</span>
                {carbonSaved.middle !== null && <span>{formatValue(carbonSaved.middle, 'kg', wording)} of carbon a year</span>}
                <span>{payback.middle === null ? 'Never pays back' : `Pays back in ${formatValue(payback.middle, 'years', wording)}`}</span>
                {epcPoints.middle !== null && <span>About {formatValue(epcPoints.middle, 'points', wording)} on the EPC</span>}
                <span>Disruption: {DISTURBANCE_TEXTS[disturbance]}</span>
              </p>
              {prerequisites.length > 0 && <p className={styles.small}>Do first: {prerequisites.join(', ')}.</p>}
            </li>
          )
        })}
      </ol>
      {jobs.length > 0 && (
        <p className="no-print">
          <ButtonLink
            variant="quiet"
            to={paths.plan({
              ...ownInputs,
              jobs: (jobsWithinBudget.length > 0 ? jobsWithinBudget : jobs.slice(0, 1).map(({ job }) => job)).join(','),
            })}
          >
            Make a plan
          </ButtonLink>
        </p>
      )}
    </figure>
  )
}
