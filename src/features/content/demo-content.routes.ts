import { route } from '#platform/contract/route.ts'
import { countDemoContentEndpoint, removeDemoContentEndpoint, replaceDemoContentEndpoint } from './demo-content.contract.ts'
import { countDemoContent, removeDemoContent, replaceDemoContent } from './demo-content.service.ts'

export const demoContentRoutes = [
  route(countDemoContentEndpoint, (ctx) => countDemoContent(ctx)),
  route(removeDemoContentEndpoint, (ctx) => removeDemoContent(ctx)),
  route(replaceDemoContentEndpoint, (ctx) => replaceDemoContent(ctx)),
]
