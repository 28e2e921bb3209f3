import { door, type Door } from '#platform/door.ts'
import { listTrashEndpoint, removeForGoodEndpoint, restoreEndpoint, type TrashKind } from './trash.contract.ts'
import { listTrash, removeForGood, restore, type Forgetters, type Restorer } from './trash.service.ts'

/**
 * @param restorers how each kind comes back; the rooms of those kinds know, this one does not
 * @param forgetters what else has to go when a kind goes for good
 */
export const trashRoutes = (restorers: Record<TrashKind, Restorer>, forgetters: Forgetters): Door[] => [
  door(listTrashEndpoint, (ctx, { query }) => listTrash(ctx, query)),
  door(restoreEndpoint, (ctx, { params }) => restore(ctx, params.id, restorers)),
  door(removeForGoodEndpoint, (ctx, { params }) => removeForGood(ctx, params.id, forgetters)),
]
