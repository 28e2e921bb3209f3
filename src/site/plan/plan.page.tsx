/** Shows the chosen jobs in their order, on one page that can be printed. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CaveatCallouts } from '#features/figures/caveats/caveat-callout.tsx'
import { planQuery, type Plan } from '#features/tools/plan/plan.client.ts'
import { readPlanQuery } from '#features/tools/plan/plan-parameters.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { formatEnd, formatReferenceValue, formatRange } from '#site/tools/charts/format-band.ts'
import { ExpiredValues } from '#site/tools/results/expired-values.tsx'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { PlanHome } from './plan-home.tsx'
import { PlanQuestions } from './plan-questions.tsx'
import { PlanStep } from './plan-step.tsx'
import { ChosenJobs } from './chosen-jobs.tsx'
import * as styles from './plan.module.css'

const CRUMBS = [{ label: 'Home', to: paths.home() }, { label: 'Tools', to: paths.tools() }, { label: 'My plan' }]
const DESCRIPTION = 'Your chosen jobs in order: costs, grants, savings, carbon, what to do first, and questions for each installer.'

const BAD_REQUEST = 400

export default function PlanPage() {
  const [searchParams] = useSearchParams()
  const inputs = useMemo(() => readPlanQuery(searchParams), [searchParams])
  const location = usePageLocation()
  const plan = useQuery({ ...planQuery(inputs), placeholderData: keepPreviousData })
  // The questions stay while a plan with the new inputs is loading.
  const isRefused = plan.isError && plan.error.status === BAD_REQUEST
  const [isAsking, setAsking] = useState(isRefused)
  if (isAsking ? plan.isSuccess : isRefused) setAsking(!isAsking)
  const isMounted = useMounted()
  const { jobs: _, ...homeInputs } = inputs
  return (
    <div className={`container cat-home ${styles.plan}`}>
      <PageMeta title="My plan" description={DESCRIPTION} canonical={paths.plan()} noIndex={Object.keys(inputs).length > 0 && 'follow'} />
      <StructuredData things={import.meta.env.SSR && [breadcrumbData(location, CRUMBS)]} />
      <Breadcrumb items={CRUMBS} />
      <div className="head">
        <h1>My plan</h1>
        <p data-part="head-note">Your jobs in order, on one page to print.</p>
      </div>
      <p className={`actions no-print ${styles.actions}`}>
        <ButtonLink variant="quiet" to={paths.tool('which-first', homeInputs)}>
          Change the house
        </ButtonLink>
        {isMounted && (
          <Button variant="quiet" onClick={() => print()}>
            <Icon name="print" />
            Print
          </Button>
        )}
      </p>
      <PlanHome inputs={inputs} />
      {isRefused || (isAsking && plan.isPending) ? (
        <PlanQuestions inputs={inputs} problem={failureReason(plan.error)} />
      ) : plan.isPending ? (
        <div role="status">
          <span className="visuallyHidden">Loading the plan</span>
          <Skeleton className={styles.waiting} />
        </div>
      ) : plan.isError ? (
        <Notice tone="bad" role="alert" title="The plan could not be made">
          {failureReason(plan.error)}
        </Notice>
      ) : (
        <PlanResult plan={plan.data} inputs={inputs} />
      )}
    </div>
  )
}

function PlanResult({ plan, inputs }: { plan: Plan; inputs: Record<string, string> }) {
  const wording = useWording()
  const { jobs, total } = plan
  return (
    <>
      <ChosenJobs plan={plan} inputs={inputs} />
      {plan.unknownJobs.length > 0 && (
        <Notice tone="warn" title="Left out of the plan">
          The link to this plan has at least one job that we do not know. Choose jobs from the list above.
        </Notice>
      )}
      {plan.notPossible.length > 0 && (
        <Notice tone="warn">
          Not in the plan, because {plan.notPossible.length === 1 ? 'it is' : 'they are'} done or this home cannot have{' '}
          {plan.notPossible.length === 1 ? 'it' : 'them'}: {plan.notPossible.join(', ')}.
        </Notice>
      )}
      {jobs.length === 0 ? (
        <EmptyState level={2} title="No jobs selected." text="Select one above, or enter a larger budget." />
      ) : (
        <>
          <dl className={styles.total}>
            {(
              [
                ['Cost after grants', total.cost],
                ['You save in a year', total.saving],
                ['Carbon saved in a year', total.carbonSaved],
              ] as const
            ).map(([label, band]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <b className="num">{formatEnd(band.middle, band.unit, wording)}</b>
                  <span>{formatRange(band, wording)}</span>
                </dd>
              </div>
            ))}
          </dl>
          <p className="hint">Each job is calculated on the heat that the jobs before it leave.</p>
          <ExpiredValues constants={plan.constants} today={plan.today} />
          <ol className={styles.steps}>
            {jobs.map((job, index) => (
              <PlanStep key={job.job} job={job} number={index + 1} />
            ))}
          </ol>
          <section className={styles.caveats} aria-labelledby="plan-caveats">
            <h2 id="plan-caveats">Before you start</h2>
            <CaveatCallouts caveats={plan.caveats} />
          </section>
          <p className={`hint ${styles.sources}`}>
            With prices and rules of {wording.fullDate(plan.today)}:{' '}
            {plan.constants
              .slice(0, 8)
              .map(({ label, value, unit }) => `${label} ${formatReferenceValue(value, unit, wording)}`)
              .join('; ')}
            . See the tools for all sources.
          </p>
        </>
      )}
    </>
  )
}
