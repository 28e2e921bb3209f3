/** Keeps the author's points in line with the status of a post, and names status changes for the audit log. */
import type { AuditAction } from '#features/audit/audit-actions.policy.ts'
import { reinstatePoints, revokePoints } from '#features/reputation/reputation.service.ts'
import type { Moderation } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { isAcceptedAnswer } from './questions/accepted-reply.queries.ts'

export interface PostState {
  id: number
  user_id: number
  status: Moderation
  upvotes: number
  downvotes: number
}

/**
 * Revokes the author's points for a post that is no longer visible, and reinstates them when it is visible again.
 * @param isPublic false for a deleted post, and for a reply whose topic is not visible
 */
export async function syncPostPoints(ctx: Pick<Context, 'db'>, type: 'topic' | 'reply', post: PostState, isPublic = true): Promise<void> {
  const subject = { type, id: post.id }
  if (!isPublic || post.status !== 'visible') return revokePoints(ctx, subject)
  const { user_id: userId, upvotes, downvotes } = post
  const isAnswer = type === 'reply' && (await isAcceptedAnswer(ctx, post.id))
  await reinstatePoints(ctx, { userId, reason: type, upvotes, downvotes, isAcceptedAnswer: isAnswer }, subject)
}

/** Returns the name of a status change in the audit log, such as `topic.approve`. */
export function getModerationAction(type: 'topic' | 'reply', before: Moderation, after: Moderation): AuditAction {
  if (after === 'waiting') return `${type}.hold`
  if (before === 'waiting') return after === 'visible' ? `${type}.approve` : `${type}.reject`
  return after === 'visible' ? `${type}.show` : `${type}.hide`
}
