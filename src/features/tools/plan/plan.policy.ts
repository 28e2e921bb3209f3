/** Builds a plan of the chosen jobs: their order, grants, prerequisites and questions. */
import { runTool } from '#features/tools/catalogue/tools.policy.ts'
import type { ToolName } from '#features/tools/catalogue/tool.policy.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import type { ToolQuery } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import type { Grant } from '#features/tools/sums/grants.policy.ts'
import { HOME_JOBS, type HomeJob, type RankedJob } from '#features/tools/sums/which-first.policy.ts'
import { PLAN_JOB_DETAILS } from './plan-job-details.policy.ts'

export interface PlannedJob extends Omit<RankedJob, 'isWithinBudget' | 'epcPoints'> {
  tool: ToolName
  grants: Grant[]
  questions: readonly string[]
  /** Jobs that are better done first, in this plan or not. */
  before: { label: string; isPlanned: boolean }[]
}

export type PlanResult =
  | {
      isPlanned: true
      jobs: PlannedJob[]
      /** All jobs that are not done yet. */
      choices: { job: HomeJob; label: string; isChosen: boolean }[]
      constants: Extract<ReturnType<typeof runTool>, { isValid: true }>['constants']
    }
  | { isPlanned: false; errors: Record<string, string> }

/** @param query the inputs of `which-first`, `tenure`, and `jobs` joined by commas; by default the jobs within the budget */
export function makePlan(query: ToolQuery, referenceValues: ReferenceValues): PlanResult {
  const requested = textOf(query['jobs'])
    .split(',')
    .flatMap((one) => one.trim() || [])
  const unknown = requested.find((one) => !HOME_JOBS.some((job) => job === one))
  const reply = runTool('which-first', query, referenceValues)
  const errors = {
    ...(reply.isValid ? {} : reply.errors),
    ...(unknown === undefined ? {} : { jobs: `Choose from: ${HOME_JOBS.join(', ')}.` }),
  }
  if (!reply.isValid || unknown !== undefined) return { isPlanned: false, errors }
  const remaining = reply.extra['jobs'] as RankedJob[]
  const isChosen = (one: RankedJob) => (requested.length > 0 ? requested.includes(one.job) : one.isWithinBudget)
  const chosen = sortByDependency(remaining.filter(isChosen))
  const grants = grantsOf(chosen, query, referenceValues)
  const labelOf = (job: HomeJob) => remaining.find((one) => one.job === job)?.label
  return {
    isPlanned: true,
    jobs: chosen.map(({ isWithinBudget: _, epcPoints: __, ...job }) => ({
      ...job,
      tool: PLAN_JOB_DETAILS[job.job].tool,
      questions: PLAN_JOB_DETAILS[job.job].questions,
      grants: grants.filter(({ plan }) => plan === PLAN_JOB_DETAILS[job.job].plan),
      before: job.after.flatMap((first) => {
        const label = labelOf(first)
        return label === undefined ? [] : [{ label, isPlanned: chosen.some((one) => one.job === first) }]
      }),
    })),
    choices: remaining.map((one) => ({ job: one.job, label: one.label, isChosen: isChosen(one) })),
    constants: reply.constants,
  }
}

const textOf = (value: ToolQuery[string]): string => (typeof value === 'string' ? value : (value?.join(',') ?? ''))

/** Keeps the order by payback, but moves jobs after those they depend on. */
function sortByDependency(jobs: readonly RankedJob[]): RankedJob[] {
  const ordered: RankedJob[] = []
  const add = (job: RankedJob) => {
    if (ordered.includes(job)) return
    for (const first of jobs) if (job.after.includes(first.job)) add(first)
    ordered.push(job)
  }
  jobs.forEach(add)
  return ordered
}

/** Returns the grants whose verdict is `for you` or `open`. */
function grantsOf(jobs: readonly RankedJob[], query: ToolQuery, referenceValues: ReferenceValues): Grant[] {
  const plans = [...new Set(jobs.flatMap(({ job }) => PLAN_JOB_DETAILS[job].plan ?? []))]
  if (plans.length === 0) return []
  const { postcode, nation, fuel, tenure } = query
  const reply = runTool('grants', { postcode, nation, fuel, tenure, plans: plans.join(',') }, referenceValues)
  return reply.isValid ? (reply.extra['grants'] as Grant[]).filter(({ verdict }) => verdict !== 'not for you') : []
}
