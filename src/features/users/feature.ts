/** Members as others see them. Their rows belong to accounts/. */
import type { Feature } from '#platform/contract/feature.ts'
import { userRoutes } from './user.routes.ts'
import { userSearch } from './user-search.queries.ts'

export const usersFeature: Feature = {
  name: 'users',
  standsOn: ['audit'],
  search: [userSearch],
  api: [{ name: 'Members', about: 'People as everyone may see them.', routes: userRoutes }],
}
