import { door } from '#platform/door.ts'
import { getUserEndpoint, listUsersEndpoint, userBadgesEndpoint } from './user.contract.ts'
import { getUser, listBadges, listUsers } from './user.service.ts'

export const userRoutes = [
  door(listUsersEndpoint, (ctx, { query }) => listUsers(ctx, query)),
  door(getUserEndpoint, (ctx, { params }) => getUser(ctx, params.id)),
  door(userBadgesEndpoint, (ctx, { params }) => listBadges(ctx, params.id)),
]
