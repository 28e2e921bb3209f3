/** Makes a plan of the chosen jobs: their order, grants, prerequisites and questions. */
import { runTool, type UsedReferenceValue } from '#features/tools/catalogue/tools.policy.ts'
import type { ToolName } from '#features/tools/catalogue/tool.policy.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import { whichFirstTool } from '#features/tools/catalogue/which-first-tool.policy.ts'
import { readToolInputs, type ToolQuery } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import type { ToolValues } from '#features/tools/inputs/tool-values.policy.ts'
import type { Grant } from '#features/tools/sums/grants/grant-inputs.policy.ts'
import { HOME_JOBS, type HomeJob } from '#features/tools/sums/which-first/home-state.policy.ts'
import { JOB_LABELS, type JobTotals, type RankedJob } from '#features/tools/sums/which-first/which-first.policy.ts'
import type { CaveatSubject } from '#features/tools/caveats.policy.ts'
import { calculateChosenJobs } from './chosen-jobs.policy.ts'
import { PLAN_JOB_DETAILS } from './plan-job-details.policy.ts'

export interface PlannedJob extends Omit<RankedJob, 'isWithinBudget' | 'epcPoints'> {
  tool: ToolName
  grants: Grant[]
  questions: readonly string[]
  /** Jobs that are better done before this one, whether or not the plan contains them. */
  before: { label: string; isPlanned: boolean }[]
}

export type PlanResult =
  | {
      isPlanned: true
      jobs: PlannedJob[]
      total: JobTotals
      /** All jobs that are still to be done. */
      choices: { job: HomeJob; label: string; isChosen: boolean }[]
      /** Labels of requested jobs that are done or that the home cannot have. */
      notPossible: string[]
      /** Requested jobs that do not exist, as they were sent and without duplicates. */
      unknownJobs: string[]
      /** Reference values that the chosen jobs depend on. */
      constants: UsedReferenceValue[]
      /** What the caveats of the chosen jobs depend on. */
      caveatSubject: CaveatSubject
    }
  | { isPlanned: false; errors: Record<string, string> }

/**
 * Makes a plan, or returns an error per invalid input.
 * @param query inputs of `which-first`, `tenure`, and `jobs` joined by commas; without a known job among them the plan has the jobs within the
 *   budget
 */
export function makePlan(query: ToolQuery, referenceValues: ReferenceValues): PlanResult {
  const { knownJobs, unknownJobs } = readRequestedJobs(query['jobs'])
  const runResult = runTool('which-first', query, referenceValues)
  const inputs = readToolInputs(whichFirstTool, query, referenceValues)
  if (!runResult.isValid || !inputs.isValid) return { isPlanned: false, errors: runResult.isValid ? {} : runResult.errors }
  const remaining = runResult.details['jobs'] as RankedJob[]
  const isChosen = (rankedJob: RankedJob) => (knownJobs.length > 0 ? knownJobs.includes(rankedJob.job) : rankedJob.isWithinBudget)
  // Each job is calculated again, as the jobs that are not chosen save no heat.
  const {
    jobs: chosen,
    totals,
    constants,
  } = calculateChosenJobs(
    sortByPrerequisites(remaining.filter(isChosen)).map(({ job }) => job),
    inputs,
    referenceValues,
  )
  // A form that was changed to electric heating still sends the fuel of the boiler.
  const grants = listGrants(chosen, { ...query, fuel: findReplacedFuel(inputs.values) }, referenceValues)
  const findLabel = (job: HomeJob) => remaining.find((rankedJob) => rankedJob.job === job)?.label
  return {
    isPlanned: true,
    total: totals,
    jobs: chosen.map(({ isWithinBudget: _, epcPoints: __, ...job }) => ({
      ...job,
      tool: PLAN_JOB_DETAILS[job.job].tool,
      questions: PLAN_JOB_DETAILS[job.job].questions,
      grants: grants.filter(({ plan }) => plan === PLAN_JOB_DETAILS[job.job].grantMeasure),
      before: job.after.flatMap((first) => {
        const label = findLabel(first)
        return label === undefined ? [] : [{ label, isPlanned: chosen.some((chosenJob) => chosenJob.job === first) }]
      }),
    })),
    choices: remaining.map((rankedJob) => ({ job: rankedJob.job, label: rankedJob.label, isChosen: isChosen(rankedJob) })),
    notPossible: knownJobs.filter((job) => !remaining.some((rankedJob) => rankedJob.job === job)).map((job) => JOB_LABELS[job]),
    unknownJobs,
    constants,
    caveatSubject: { inputs: runResult.inputs, results: runResult.results, details: { jobs: chosen } },
  }
}

/** Splits the requested jobs into those that exist, in the order of `HOME_JOBS`, and others. */
function readRequestedJobs(value: ToolQuery[string]): { knownJobs: HomeJob[]; unknownJobs: string[] } {
  const keys = joinTexts(value)
    .split(',')
    .flatMap((key) => key.trim() || [])
  return {
    knownJobs: HOME_JOBS.filter((job) => keys.includes(job)),
    unknownJobs: [...new Set(keys)].filter((key) => !HOME_JOBS.some((job) => job === key)),
  }
}

const joinTexts = (value: ToolQuery[string]): string => (typeof value === 'string' ? value : (value?.join(',') ?? ''))

/** Keeps the order by payback, except that a job comes after its prerequisites. */
function sortByPrerequisites(jobs: readonly RankedJob[]): RankedJob[] {
  const orderedJobs: RankedJob[] = []
  const addAfterPrerequisites = (job: RankedJob) => {
    if (orderedJobs.includes(job)) return
    for (const first of jobs) if (job.after.includes(first.job)) addAfterPrerequisites(first)
    orderedJobs.push(job)
  }
  jobs.forEach(addAfterPrerequisites)
  return orderedJobs
}

const findReplacedFuel = (values: ToolValues): string => (values.text('heating') === 'heat-pump' ? 'heat-pump' : values.text('fuel'))

/** Returns the grants whose verdict is `for you` or `open`. */
function listGrants(jobs: readonly RankedJob[], query: ToolQuery, referenceValues: ReferenceValues): Grant[] {
  const measures = [...new Set(jobs.flatMap(({ job }) => PLAN_JOB_DETAILS[job].grantMeasure ?? []))]
  if (measures.length === 0) return []
  const { postcode, nation, fuel, tenure, offGasGrid } = query
  const runResult = runTool('grants', { postcode, nation, fuel, tenure, offGasGrid, plans: measures.join(',') }, referenceValues)
  return runResult.isValid ? (runResult.details['grants'] as Grant[]).filter(({ verdict }) => verdict !== 'not for you') : []
}
