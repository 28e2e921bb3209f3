/** Calculates the chosen jobs of a plan, with the reference values that they depend on. */
import { trackReferenceValueUse, type ReferenceValues } from '#features/figures/figures.policy.ts'
import { findUsedReferenceValues, toUsedReferenceValue, type UsedReferenceValue } from '#features/tools/catalogue/tools.policy.ts'
import { isHeatedAtElectricityPrice, readWhichFirstInputs } from '#features/tools/catalogue/which-first-tool.policy.ts'
import type { ReadInputs } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import type { ToolValues } from '#features/tools/inputs/tool-values.policy.ts'
import type { HomeJob } from '#features/tools/sums/which-first/home-state.policy.ts'
import { calculateJobsInOrder, type JobTotals, type RankedJob } from '#features/tools/sums/which-first/which-first.policy.ts'

type ValidInputs = Extract<ReadInputs, { isValid: true }>

/** Calculates the jobs in the given order. `constants` has no reference values of other jobs, whose prices may have expired. */
export function calculateChosenJobs(
  order: readonly HomeJob[],
  { values, inputsByName }: ValidInputs,
  referenceValues: ReferenceValues,
): { jobs: RankedJob[]; totals: JobTotals; constants: UsedReferenceValue[] } {
  const trackedValues = trackReferenceValueUse(referenceValues)
  // The fuel in kWh is calculated from litres, rooms or a bill, on which solar panels do not depend.
  const inputs = readWhichFirstInputs(values, order.some(isHeatJob) ? trackedValues : referenceValues)
  const result = calculateJobsInOrder(order, inputs, trackedValues)
  const inputKeys = [...inputsByName].flatMap(([name, { referenceKey }]) =>
    referenceKey !== undefined && isInputUsed(name, order, values) ? referenceKey : [],
  )
  const keys = order.length > 0 ? [...inputKeys, ...trackedValues.usedKeys()] : []
  return { ...result, constants: findUsedReferenceValues(keys, referenceValues).map(toUsedReferenceValue) }
}

/** Whether a job saves heat or changes how it is made: all jobs but solar panels. */
const isHeatJob = (job: HomeJob): boolean => job !== 'solar'

/** Whether any of the jobs depends on an input whose default is a reference value. */
function isInputUsed(name: string, jobs: readonly HomeJob[], values: ToolValues): boolean {
  const [hasSolar, hasHeatJob] = [jobs.includes('solar'), jobs.some(isHeatJob)]
  // The electricity that is not for heating is deducted from the bill.
  const isBillCounted = hasHeatJob && values.has('bill')
  if (name === 'export') return hasSolar
  if (name === 'use') return hasSolar || isBillCounted
  if (name === 'electricityPrice')
    return hasSolar || jobs.includes('heat-pump') || isBillCounted || (hasHeatJob && isHeatedAtElectricityPrice(values))
  if (name === 'fuelPrice') return hasHeatJob && !isHeatedAtElectricityPrice(values)
  return hasHeatJob
}
