import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { MAX_INPUT_CHARACTERS } from '#features/tools/inputs/parse-input.policy.ts'
import { Band, Constant, Grant, RankedJob, ToolCaveat } from '#features/tools/tool.contract.ts'
import { PLAN_PARAMETERS } from './plan-parameters.policy.ts'

const text = z.string().max(MAX_INPUT_CHARACTERS)

export const PlannedJob = RankedJob.omit({ isWithinBudget: true, epcPoints: true }).extend({
  /** Tool that calculates this job in detail. */
  tool: z.enum(TOOL_NAMES),
  /** Grants whose verdict is `for you` or `open`. */
  grants: z.array(Grant),
  questions: z.array(z.string()),
  /** Jobs that are better done before this one, whether or not the plan contains them. */
  before: z.array(z.object({ label: z.string(), isPlanned: z.boolean() })),
})
export type PlannedJob = z.infer<typeof PlannedJob>

export const Plan = z.object({
  today: z.string(),
  jobs: z.array(PlannedJob),
  choices: z.array(z.object({ job: z.string(), label: z.string(), isChosen: z.boolean() })),
  /** Labels of requested jobs that are done or that the home cannot have. */
  notPossible: z.array(z.string()),
  /** Requested jobs that do not exist and were left out, as they were sent. */
  unknownJobs: z.array(z.string()),
  total: z.object({ cost: Band, saving: Band, carbonSaved: Band }),
  /** Reference values that the chosen jobs depend on. */
  constants: z.array(Constant),
  /** Safety notes that the chosen jobs need, the most important first. */
  caveats: z.array(ToolCaveat),
})
export type Plan = z.infer<typeof Plan>

export const makePlanEndpoint = endpoint('GET /api/plan', {
  feature: 'tools',
  summary:
    'Plan the jobs for a home in order, with ranges of cost, saving and carbon, grants, jobs to do first, and questions to ask. It accepts the inputs of the tool `which-first`, `tenure`, and `jobs` joined by commas; the default is the jobs within the budget. Jobs that do not exist are left out and listed in `unknownJobs`.',
  query: z.object(Object.fromEntries(PLAN_PARAMETERS.map((name) => [name, z.union([text, z.array(text).max(100)]).optional()]))),
  response: Plan,
})
