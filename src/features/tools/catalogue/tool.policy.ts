/** Defines what a tool consists of: its inputs and its calculation. */
import type { ToolResult } from '#features/tools/figures/bands.policy.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import type { ToolDeclaration } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import type { ToolValues } from '#features/tools/inputs/tool-values.policy.ts'

export const TOOL_NAMES = [
  'solar',
  'heat-pump',
  'heat-loss',
  'radiators',
  'battery',
  'car-and-tariff',
  'insulation',
  'noise',
  'supply',
  'quote-check',
  'grants',
  'which-first',
  'heat-pump-suitability',
  'car-finder',
] as const
export type ToolName = (typeof TOOL_NAMES)[number]

export interface ToolOutput {
  result: ToolResult
  /** Properties that only this tool adds to the API response, such as `months` or `rooms`. */
  details: Record<string, unknown>
}

export interface Tool extends ToolDeclaration {
  name: ToolName
  title: string
  /** Description in one sentence. */
  about: string
  calculate: (values: ToolValues, referenceValues: ReferenceValues) => ToolOutput
}
