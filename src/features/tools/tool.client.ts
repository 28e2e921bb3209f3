import { apiQuery } from '#platform/client/api.client.ts'
import type { ToolName } from './catalogue/tool.policy.ts'

export type { Constant, FormField, ToolForm, ToolListed, ToolReply } from './tool.contract.ts'
export type { Band } from './figures/bands.policy.ts'
export type { ToolName } from './catalogue/tool.policy.ts'

/** What stands in a tool's address. */
export type ToolUrlTexts = Record<string, string | string[]>

/** The path says which tool: one that there is not answers 404. */
const named = (tool: string) => ({ tool: tool as ToolName })

export const toolsQuery = () => apiQuery('GET /api/tools')
export const toolFormQuery = (tool: string, query: ToolUrlTexts) => apiQuery('GET /api/tools/:tool/form', { params: named(tool), query })
