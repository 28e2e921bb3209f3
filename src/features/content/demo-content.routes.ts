import { route } from '#platform/contract/route.ts'
import { countDemoContentEndpoint, removeDemoContentEndpoint } from './demo-content.contract.ts'
import { countDemoContent, removeDemoContent } from './demo-content.service.ts'

export const demoContentRoutes = [
  route(countDemoContentEndpoint, (ctx) => countDemoContent(ctx)),
  route(removeDemoContentEndpoint, (ctx) => removeDemoContent(ctx)),
]
