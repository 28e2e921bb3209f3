/** All tools, and how a query becomes an answer. */
import type { Band, ToolWarning } from '#features/tools/figures/bands.policy.ts'
import type { Figure, FigureSource, Figures } from '#features/figures/figures.policy.ts'
import { readToolInputs, type InputTexts } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import type { InputErrors, InputValue, ReadInput } from '#features/tools/inputs/tool-input.policy.ts'
import { formatLongDate } from '#wording/dates.ts'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'
import { heatLossTool, heatPumpTool, insulationTool, noiseTool, radiatorsTool } from './heat-tools.policy.ts'
import { carAndTariffTool, grantsTool, supplyTool, whichFirstTool } from './home-tools.policy.ts'
import { quoteCheckTool } from './quote-tool.policy.ts'
import { solarTool } from './sun-tools.policy.ts'
import { batteryTool } from './battery-tool.policy.ts'
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
}

/** A figure that an answer was made from, as the reader sees it. */
export interface UsedConstant {
  key: string
  label: string
  value: number
  unit: string
  validFrom: string
  validTo: string | null
  /** When its source was last looked at. */
  checkedOn: string
  source: FigureSource
  certainty: Figure['certainty']
}

export interface AnsweredInput {
  value: InputValue
  text: string
  unit: string
  whose: ReadInput['whose']
}

export type ToolReply =
  | {
      isAnswered: true
      inputs: Record<string, AnsweredInput>
      results: Record<string, Band>
      constants: UsedConstant[]
      warnings: ToolWarning[]
      beside: Record<string, unknown>
    }
  | { isAnswered: false; errors: InputErrors; given: Record<string, string> }

/** Reads the inputs, and if all are right reckons with them. What was reckoned from a figure past its date says so. */
export function answerTool(name: ToolName, given: InputTexts, figures: Figures): ToolReply {
  const tool = TOOLS[name]
  const inputs = readToolInputs(tool, given, figures)
  if (!inputs.isRead) return { isAnswered: false, errors: inputs.errors, given: inputs.given }
  const { result, beside } = tool.reckon(inputs.values, figures)
  const ofInputs = [...inputs.read.values()].flatMap(({ figureKey }) => figureKey ?? [])
  const used = [...new Set([...ofInputs, ...result.figureKeys])].flatMap((key) => figures.find(key) ?? [])
  return {
    isAnswered: true,
    inputs: Object.fromEntries([...inputs.read].map(([key, { value, text, unit, whose }]) => [key, { value, text, unit, whose }])),
    results: Object.fromEntries(Object.entries(result.results).filter(([, band]) => !isNothing(band))),
    constants: used.map(toConstant),
    warnings: [...result.warnings, ...used.filter(({ isExpired }) => isExpired).map(toExpiryWarning)],
    beside,
  }
}

/** Nobody asked for it, or there is no such value: what never pays back has no payback, and a warning says so. */
const isNothing = ({ low, middle, high }: Band) => low === null && middle === null && high === null

const toConstant = ({ key, label, value, unit, from, to, checked, source, certainty }: Figure): UsedConstant => ({
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

const toExpiryWarning = ({ key, label, to }: Figure): ToolWarning => ({
  code: `expired:${key}`,
  message: `${label}: our figure held until ${to === null ? 'a day that is past' : formatLongDate(to, DEFAULT_LANGUAGE)} and the next is not known. Give your own if you have it.`,
})
