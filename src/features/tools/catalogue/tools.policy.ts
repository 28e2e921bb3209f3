/** Lists the tools and runs them on the inputs of a query. */
import type { Band, ToolWarning } from '#features/tools/figures/bands.policy.ts'
import type { ReferenceValue, ReferenceSource, ReferenceValues } from '#features/figures/figures.policy.ts'
import { describeElectricityVat, ELECTRICITY_VAT_KEY } from '#features/tools/electricity-vat.policy.ts'
import { readToolInputs, type ToolQuery } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import type { InputErrors, InputValue, ReadInput } from '#features/tools/inputs/tool-input.policy.ts'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'
import { formatPeriod } from '#wording/periods.ts'
import { insulationTool, radiatorsTool } from './fabric-tools.policy.ts'
import { heatLossTool, heatPumpTool, noiseTool } from './heat-tools.policy.ts'
import { carAndTariffTool, grantsTool, supplyTool } from './home-tools.policy.ts'
import { quoteCheckTool } from './quote-tool.policy.ts'
import { solarTool } from './sun-tools.policy.ts'
import { batteryTool } from './battery-tool.policy.ts'
import { carFinderTool } from './car-finder-tool.policy.ts'
import { suitabilityTool } from './suitability-tool.policy.ts'
import { whichFirstTool } from './which-first-tool.policy.ts'
import type { Tool, ToolName } from './tool.policy.ts'

export const TOOLS: Record<ToolName, Tool> = {
  solar: solarTool,
  'heat-pump': heatPumpTool,
  'heat-loss': heatLossTool,
  radiators: radiatorsTool,
  battery: batteryTool,
  'car-and-tariff': carAndTariffTool,
  insulation: insulationTool,
  noise: noiseTool,
  supply: supplyTool,
  'quote-check': quoteCheckTool,
  grants: grantsTool,
  'which-first': whichFirstTool,
  'heat-pump-suitability': suitabilityTool,
  'car-finder': carFinderTool,
}

/** Start of the code of a warning about an expired reference value; its key follows. */
const EXPIRED_PREFIX = 'expired:'

/** A reference value that a result depends on, as the API returns it in `constants`. */
export interface UsedReferenceValue {
  key: string
  label: string
  value: number
  unit: string
  validFrom: string
  validTo: string | null
  /** ISO date on which the source was last checked. */
  checkedOn: string
  source: ReferenceSource
  certainty: ReferenceValue['certainty']
}

export interface UsedInput {
  value: InputValue
  text: string
  unit: string
  whose: ReadInput['origin']
}

export type ToolRunResult =
  | {
      isValid: true
      inputs: Record<string, UsedInput>
      results: Record<string, Band>
      constants: UsedReferenceValue[]
      warnings: ToolWarning[]
      details: Record<string, unknown>
    }
  | { isValid: false; errors: InputErrors; given: Record<string, string> }

/** Parses the inputs and, if all are valid, runs the tool. Expired reference values add a warning. */
export function runTool(name: ToolName, query: ToolQuery, referenceValues: ReferenceValues): ToolRunResult {
  const tool = TOOLS[name]
  const inputs = readToolInputs(tool, query, referenceValues)
  if (!inputs.isValid) return { isValid: false, errors: inputs.errors, given: inputs.given }
  const { result, details } = tool.calculate(inputs.values, referenceValues)
  const inputKeys = [...inputs.inputsByName.values()].flatMap(({ referenceKey }) => referenceKey ?? [])
  const used = findUsedReferenceValues([...inputKeys, ...result.referenceKeys], referenceValues)
  return {
    isValid: true,
    inputs: Object.fromEntries(
      [...inputs.inputsByName].map(([key, { value, text, unit, origin }]) => [key, { value, text, unit, whose: origin }]),
    ),
    results: Object.fromEntries(Object.entries(result.results).filter(([, band]) => !isEmptyBand(band))),
    constants: used.map(toUsedReferenceValue),
    warnings: [...result.warnings, ...used.filter(({ isExpired }) => isExpired).map(toExpiryWarning)],
    details,
  }
}

/** Returns the reference values that a result depends on, without duplicates. Those without a value are left out. */
export function findUsedReferenceValues(keys: readonly string[], referenceValues: ReferenceValues): ReferenceValue[] {
  const usedKeys = [...new Set(keys)]
  // The rate has its own period and source, so every result with our price of electricity lists it while it is about to change.
  const vatKeys = describeElectricityVat(usedKeys, referenceValues) && !usedKeys.includes(ELECTRICITY_VAT_KEY) ? [ELECTRICITY_VAT_KEY] : []
  return [...usedKeys, ...vatKeys].flatMap((key) => referenceValues.find(key) ?? [])
}

/** Whether a result has no value and is therefore left out, such as the payback of something that saves nothing. */
const isEmptyBand = ({ low, middle, high }: Band) => low === null && middle === null && high === null

export const toUsedReferenceValue = ({
  key,
  label,
  value,
  unit,
  from,
  to,
  checked,
  source,
  certainty,
}: ReferenceValue): UsedReferenceValue => ({
  key,
  label,
  value,
  unit,
  validFrom: from,
  validTo: to,
  checkedOn: checked,
  source,
  certainty,
})

/** Names the period of a value whose successor is not known, so that no result uses an old price without saying so. */
function toExpiryWarning({ key, label, unit, from, to }: ReferenceValue): ToolWarning {
  const isPrice = unit.startsWith('p/')
  return {
    code: `${EXPIRED_PREFIX}${key}`,
    message: `${label}: ${isPrice ? 'prices' : 'the value'} of ${formatPeriod(from, to, DEFAULT_LANGUAGE)}. We do not have the newer ${isPrice ? 'ones' : 'one'} yet${isPrice ? '; enter your own' : ''}.`,
  }
}
