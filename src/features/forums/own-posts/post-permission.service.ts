/** Decides who may change and delete a post: its author and moderators. */
import { actingUserId } from '#features/users/user.service.ts'
import type { Moderation } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { forbidden, notFound } from '#platform/contract/errors.ts'
import { authorize, isAuthorizedAdmin } from '#platform/contract/route.ts'

/** In which role the viewer changes a post. */
export type PostEditor = 'author' | 'moderator'

/**
 * Returns in which role the viewer may change or delete a post. Administrators are authors of their own posts, without the limits for members.
 * @throws AppError 403 for another member's post and for restricted members, 404 for the author's own post while it is not visible
 */
export function authorizeChange(
  ctx: Context,
  type: 'topic' | 'reply',
  { user_id: authorId, status }: { user_id: number; status: Moderation },
): PostEditor {
  const isOwn = authorId === ctx.viewer?.id
  if (isAuthorizedAdmin(ctx)) return isOwn ? 'author' : 'moderator'
  if (!isOwn) {
    // Names what an administrator lacks, such as the second factor.
    if (ctx.viewer?.isAdmin) authorize(ctx, 'admin')
    throw forbidden(`${type}.not_yours`, `You can only change your own ${type === 'topic' ? 'topics' : 'replies'}.`)
  }
  actingUserId(ctx, undefined)
  if (status !== 'visible') throw notFound(type)
  return 'author'
}

/**
 * Rejects what only moderators may change.
 * @throws AppError 403
 */
export function assertAuthorFields(ctx: Context, change: object): void {
  if (isAuthorizedAdmin(ctx)) return
  const isModeration = MODERATION_FIELDS.some((name) => (change as Record<string, unknown>)[name] !== undefined)
  if (isModeration) throw forbidden('auth.admin_only', 'Only an administrator may do this.')
}

const MODERATION_FIELDS = ['status', 'isPinned', 'isLocked', 'reason']

/** @throws AppError 403 if the topic is locked, unless the viewer is an administrator */
export function assertUnlocked(ctx: Context, topic: { is_locked: boolean }): void {
  if (topic.is_locked && !isAuthorizedAdmin(ctx)) throw forbidden('topic.locked', 'This topic is locked.')
}
