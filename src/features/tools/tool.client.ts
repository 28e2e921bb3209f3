import { apiQuery } from '#platform/client/api.client.ts'
import type { getToolFormEndpoint, listToolsEndpoint } from './tool.contract.ts'
import type { ToolName } from './catalogue/tool.policy.ts'
import { getToolFormCall, listToolsCall } from './tool.endpoints.ts'

export type { Constant, FormField, ToolForm, ToolListed, ToolReply } from './tool.contract.ts'
export type { Band } from './figures/bands.policy.ts'
export type { ToolName } from './catalogue/tool.policy.ts'

/** What stands in a tool's address. */
export type ToolUrlTexts = Record<string, string | string[]>

/** The path says which tool: one that there is not answers 404. */
const named = (tool: string) => ({ tool: tool as ToolName })

export const toolsQuery = () => apiQuery<typeof listToolsEndpoint>(listToolsCall)
export const toolFormQuery = (tool: string, query: ToolUrlTexts) =>
  apiQuery<typeof getToolFormEndpoint>(getToolFormCall, { params: named(tool), query })
