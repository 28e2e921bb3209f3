/** Defines the live feature: new replies, votes and notices arrive on open pages by server-sent events. */
import type { Feature } from '#platform/contract/feature.ts'
import { liveRoutes } from './live.routes.ts'

export const liveFeature: Feature = {
  name: 'live',
  dependsOn: ['accounts', 'forums', 'notices', 'votes'],
  api: [{ name: 'Live updates', about: 'Events of open pages.', routes: liveRoutes }],
}
