import { unpagedList } from '#platform/contract/endpoint.ts'
import { route } from '#platform/contract/route.ts'
import { listMutesEndpoint, muteEndpoint, unmuteEndpoint } from './mute.contract.ts'
import { listMutes, muteMember, unmuteMember } from './mute.service.ts'

export const muteRoutes = [
  route(listMutesEndpoint, async (ctx) => unpagedList(await listMutes(ctx))),
  route(muteEndpoint, (ctx, { body }) => muteMember(ctx, body.userId)),
  route(unmuteEndpoint, (ctx, { body }) => unmuteMember(ctx, body.userId)),
]
