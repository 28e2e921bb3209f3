import { door } from '#platform/door.ts'
import { countDemoContentEndpoint, removeDemoContentEndpoint } from './demo-content.contract.ts'
import { countDemoContent, removeDemoContent } from './demo-content.service.ts'

export const demoContentRoutes = [
  door(countDemoContentEndpoint, (ctx) => countDemoContent(ctx)),
  door(removeDemoContentEndpoint, (ctx) => removeDemoContent(ctx)),
]
