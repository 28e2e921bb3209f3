/** Defines the users feature: public member profiles. The `users` table belongs to the feature `accounts`. */
import type { Feature } from '#platform/contract/feature.ts'
import { userRoutes } from './user.routes.ts'
import { userSearch } from './user-search.queries.ts'

export const usersFeature: Feature = {
  name: 'users',
  dependsOn: ['audit'],
  search: [userSearch],
  api: [{ name: 'Members', about: 'Public profiles of members.', routes: userRoutes }],
}
