import { route } from '#platform/contract/route.ts'
import { answerToolEndpoint, getToolFormEndpoint, listToolsEndpoint } from './tool.contract.ts'
import { computeToolReply, getToolForm, listTools } from './tool.service.ts'

export const toolRoutes = [
  route(listToolsEndpoint, () => Promise.resolve(listTools())),
  route(answerToolEndpoint, (ctx, { params, query }) => computeToolReply(ctx, params.tool, query)),
  route(getToolFormEndpoint, (ctx, { params, query }) => getToolForm(ctx, params.tool, query)),
]
