/** A tool as the site lists it: what it asks, and how its answer comes about. */
import type { ToolResult } from '#features/tools/figures/bands.policy.ts'
import type { Figures } from '#features/figures/figures.policy.ts'
import type { AskingTool } from '#features/tools/inputs/read-tool-inputs.policy.ts'
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
] as const
export type ToolName = (typeof TOOL_NAMES)[number]

export interface ToolAnswer {
  result: ToolResult
  /** What stands beside the results in the API's answer: months, rooms, checks. */
  beside: Record<string, unknown>
}

export interface Tool extends AskingTool {
  name: ToolName
  title: string
  /** What it answers, in one sentence. */
  about: string
  reckon: (values: ToolValues, figures: Figures) => ToolAnswer
}
