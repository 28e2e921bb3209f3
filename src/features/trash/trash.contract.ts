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

/** For this long, authors can restore a post that they have deleted. */
export const OWN_RESTORE_MS = 86_400_000
const OWN_POST_KINDS = ['topic', 'reply', 'review'] as const satisfies readonly TrashKind[]
export type OwnPostKind = (typeof OWN_POST_KINDS)[number]
/** A post that its author has deleted. */
export const DeletedPost = z.object({
  kind: z.enum(OWN_POST_KINDS),
  /** Id of the topic, reply or review. */
  id: z.number(),
  title: z.string(),
  deletedAt: z.string(),
  /** Until then, the author can restore it. */
  restorableUntil: z.string(),
})
export type DeletedPost = z.infer<typeof DeletedPost>
export const listDeletedPostsEndpoint = endpoint('GET /api/me/deleted-posts', {
  summary: 'List the posts that you have deleted within the last 24 hours, newest first.',
  query: Paging,
  response: z.array(DeletedPost),
  list: true,
  access: 'member',
})

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
