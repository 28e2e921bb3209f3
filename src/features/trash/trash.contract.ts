/** Endpoints of the trash, from which deleted items can be restored for thirty days. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import { TRASH_KINDS } from './trash-kinds.policy.ts'

export const TRASH_DAYS = 30
export const TrashKind = z.enum(keysOf(TRASH_KINDS))
export type TrashKind = z.infer<typeof TrashKind>

/** Response to a deletion; `trashId` is needed to restore the item. */
export const DeletedItem = z.object({ id: z.number(), trashId: z.number() })
export type DeletedItem = z.infer<typeof DeletedItem>
export const TrashItem = z.object({
  id: z.number(),
  kind: TrashKind,
  subjectId: z.number(),
  title: z.string(),
  deletedAt: z.string(),
  deletedBy: z.string(),
  /** Time at which the item is deleted permanently. */
  emptiesAt: z.string(),
})
export type TrashItem = z.infer<typeof TrashItem>

export const listTrashEndpoint = endpoint('GET /api/admin/trash', {
  summary: 'List the trash, newest first.',
  query: Paging.extend({ kind: TrashKind.optional() }),
  response: z.array(TrashItem),
  list: true,
  access: 'admin',
})
export const restoreFromTrashEndpoint = endpoint('POST /api/admin/trash/:id/restore', {
  summary: 'Restore an item from the trash.',
  params: z.object({ id: Id }),
  response: z.object({ kind: TrashKind, subjectId: z.number() }),
  extraStatuses: [409],
  status: 200,
  access: 'admin',
})
export const purgeFromTrashEndpoint = endpoint('DELETE /api/admin/trash/:id', {
  summary: 'Delete an item from the trash permanently.',
  params: z.object({ id: Id }),
  response: z.object({ ok: z.literal(true) }),
  access: 'admin',
})
