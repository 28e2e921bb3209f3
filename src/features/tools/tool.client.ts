import { apiQuery } from '#platform/client/api.client.ts'
import type { ToolName } from './catalogue/tool.policy.ts'

export type { Constant, FormField, ToolForm, ToolListed, ToolResponse as ToolReply } from './tool.contract.ts'
export type { FoundCars } from './car-finder/car-finder.contract.ts'
export type { Band } from './figures/bands.policy.ts'
export type { ToolName } from './catalogue/tool.policy.ts'

/** Query parameters of a tool page; lists are repeated parameters. */
export type ToolUrlQuery = Record<string, string | string[]>

/** The tool name comes from the URL path and may be unknown; the API then returns 404. */
const toPathParams = (tool: string) => ({ tool: tool as ToolName })

export const toolsQuery = () => apiQuery('GET /api/tools')
export const toolFormQuery = (tool: string, query: ToolUrlQuery) =>
  apiQuery('GET /api/tools/:tool/form', { params: toPathParams(tool), query })
