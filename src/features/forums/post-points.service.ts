/** What a post's status means for its author's points, and how a change of it is called in the audit log. */
import { reinstatePoints, revokePoints } from '#features/reputation/reputation.service.ts'
import type { Moderation } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

export interface PostState {
  id: number
  user_id: number
  status: Moderation
  upvotes: number
  downvotes: number
}

/**
 * Points go with what can no longer be seen, and come back with it.
 * @param isThere false for a deleted post, and for a reply whose topic is not visible
 */
export async function syncPostPoints(ctx: Pick<Context, 'db'>, type: 'topic' | 'reply', post: PostState, isThere = true): Promise<void> {
  const subject = { type, id: post.id }
  if (!isThere || post.status !== 'visible') return revokePoints(ctx, subject)
  const { user_id: userId, upvotes, downvotes } = post
  await reinstatePoints(ctx, { userId, reason: type, upvotes, downvotes }, subject)
}

/** `topic.approve`: what a moderator would say they did. */
export function moderationAction(type: 'topic' | 'reply', before: Moderation, after: Moderation): string {
  if (after === 'waiting') return `${type}.hold`
  if (before === 'waiting') return after === 'visible' ? `${type}.approve` : `${type}.reject`
  return after === 'visible' ? `${type}.show` : `${type}.hide`
}
