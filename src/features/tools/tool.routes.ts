import { route } from '#platform/contract/route.ts'
import { runToolEndpoint, getToolFormEndpoint, listToolsEndpoint } from './tool.contract.ts'
import { getToolResult, getToolForm, listTools } from './tool.service.ts'

export const toolRoutes = [
  route(listToolsEndpoint, () => Promise.resolve(listTools())),
  route(runToolEndpoint, (ctx, { params, query }) => getToolResult(ctx, params.tool, query)),
  route(getToolFormEndpoint, (ctx, { params, query }) => getToolForm(ctx, params.tool, query)),
]
