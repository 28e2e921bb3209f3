import type { AllFeatures } from '#platform/contract/feature.ts'
import { route, type Route } from '#platform/contract/route.ts'
import { collectTrashHooks } from './trash-hooks.ts'
import { listTrashEndpoint, purgeFromTrashEndpoint, restoreFromTrashEndpoint } from './trash.contract.ts'
import { listTrash, purgeFromTrash, restoreFromTrash } from './trash.service.ts'

export const trashRoutes = (features: AllFeatures): Route[] => [
  route(listTrashEndpoint, (ctx, { query }) => listTrash(ctx, query)),
  route(restoreFromTrashEndpoint, (ctx, { params }) => restoreFromTrash(ctx, params.id, collectTrashHooks(features).restore)),
  route(purgeFromTrashEndpoint, (ctx, { params }) => purgeFromTrash(ctx, params.id, collectTrashHooks(features).purge)),
]
