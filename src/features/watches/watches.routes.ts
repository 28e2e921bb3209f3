import { route } from '#platform/contract/route.ts'
import { addWatchEndpoint, listWatchesEndpoint, removeWatchEndpoint } from './watches.contract.ts'
import { addWatch, listWatches, removeWatch } from './watches.service.ts'

export const watchesRoutes = [
  route(listWatchesEndpoint, (ctx, { query }) => listWatches(ctx, query)),
  route(addWatchEndpoint, (ctx, { body }) => addWatch(ctx, body)),
  route(removeWatchEndpoint, (ctx, { query }) => removeWatch(ctx, query)),
]
