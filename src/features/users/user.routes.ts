import { route } from '#platform/contract/route.ts'
import { unpagedList } from '#platform/contract/endpoint.ts'
import { getUserEndpoint, listUsersEndpoint, userBadgesEndpoint } from './user.contract.ts'
import { getUser, listUserBadges, listUsers } from './user.service.ts'

export const userRoutes = [
  route(listUsersEndpoint, (ctx, { query }) => listUsers(ctx, query)),
  route(getUserEndpoint, (ctx, { params }) => getUser(ctx, params.id)),
  route(userBadgesEndpoint, async (ctx, { params }) => unpagedList(await listUserBadges(ctx, params.id))),
]
