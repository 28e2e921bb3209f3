import type { Context } from '#platform/contract/context.ts'
import { badRequest } from '#platform/contract/errors.ts'
import { readReferenceValues } from '#features/tools/figures/figures.service.ts'
import type { ToolQuery } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import { listCaveats } from '#features/tools/caveats.service.ts'
import type { Plan } from './plan.contract.ts'
import { makePlan } from './plan.policy.ts'

/** @throws AppError 400 with one error per invalid input */
export async function getPlan(ctx: Context, query: ToolQuery): Promise<Plan> {
  const referenceValues = await readReferenceValues(ctx)
  const planResult = makePlan(query, referenceValues)
  if (!planResult.isPlanned) {
    const errors = Object.entries(planResult.errors).map(([path, message]) => ({ path, message }))
    throw badRequest(errors[0] ? `${errors[0].path}: ${errors[0].message}` : 'Please check what you sent.', errors)
  }
  const { jobs, choices, notPossible, unknownJobs, constants, total, caveatSubject } = planResult
  return {
    today: referenceValues.day,
    jobs: jobs.map(({ questions, ...job }) => ({ ...job, questions: [...questions] })),
    choices,
    notPossible,
    unknownJobs,
    constants,
    caveats: jobs.length > 0 ? listCaveats('which-first', caveatSubject) : [],
    total,
  }
}
