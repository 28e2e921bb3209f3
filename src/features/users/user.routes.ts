import { door } from '#platform/door.ts'
import { wholeList } from '#platform/endpoint.ts'
import { getUserEndpoint, listUsersEndpoint, userBadgesEndpoint } from './user.contract.ts'
import { getUser, listBadges, listUsers } from './user.service.ts'

export const userRoutes = [
  door(listUsersEndpoint, (ctx, { query }) => listUsers(ctx, query)),
  door(getUserEndpoint, (ctx, { params }) => getUser(ctx, params.id)),
  door(userBadgesEndpoint, async (ctx, { params }) => wholeList(await listBadges(ctx, params.id))),
]
