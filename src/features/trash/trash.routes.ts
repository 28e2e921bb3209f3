import type { AllFeatures } from '#platform/contract/feature.ts'
import { route, type Route } from '#platform/contract/route.ts'
import { collectTrashHooks } from './trash-hooks.service.ts'
import { listDeletedPostsEndpoint, listTrashEndpoint, purgeFromTrashEndpoint, restoreFromTrashEndpoint } from './trash.contract.ts'
import { listDeletedPosts, listTrash, purgeFromTrash, restoreFromTrash } from './trash.service.ts'

export const trashRoutes = (features: AllFeatures): Route[] => [
  route(listDeletedPostsEndpoint, (ctx, { query }) => listDeletedPosts(ctx, query)),
  route(listTrashEndpoint, (ctx, { query }) => listTrash(ctx, query)),
  route(restoreFromTrashEndpoint, (ctx, { params }) => restoreFromTrash(ctx, params.id, collectTrashHooks(features).restore)),
  route(purgeFromTrashEndpoint, (ctx, { params }) => purgeFromTrash(ctx, params.id, collectTrashHooks(features).purge)),
]
