/** Suggests members to mention, and notifies those that a post mentions. */
import { originForMail, sendNotices } from '#features/notices/notice.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { UserSuggestion } from '#features/writing/writing.contract.ts'
import { MAX_MENTION_NOTICES, MAX_SUGGESTIONS } from '#features/writing/writing-limits.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { unauthorized } from '#platform/contract/errors.ts'
import { findMentionedNames } from './mention.policy.ts'
import * as queries from './mention.queries.ts'

export async function suggestUsers(ctx: Context, prefix: string): Promise<{ users: UserSuggestion[] }> {
  if (!ctx.viewer) throw unauthorized()
  const users = await queries.listUsersByPrefix(ctx, prefix.toLowerCase(), ctx.viewer.id, MAX_SUGGESTIONS)
  return { users: users.map((user) => ({ ...user, isDemo: Boolean(user.isDemo) })) }
}

export interface MentioningPost {
  content: string
  /** The text before an edit: members that it mentions were notified before. */
  previousContent?: string
  authorId: number
  topicId: number
  /** Id of the reply; undefined for a topic. */
  replyId?: number
  /** Title of the topic. */
  title: string
  /** Whether the topic is demo content. */
  isDemo: boolean
  path: string
}

/**
 * Notifies the members that a visible post mentions: at most five, and none for a guest or a restricted member. `sendNotices` leaves out
 * members who have muted the author. Call it in the transaction that makes the post visible.
 */
export async function notifyMentioned(ctx: Pick<Context, 'db' | 'caller'>, post: MentioningPost): Promise<void> {
  const { content, previousContent = '', authorId, topicId, replyId = 0, title, isDemo, path } = post
  const previousNames = new Set(findMentionedNames(previousContent))
  const names = findMentionedNames(content).filter((name) => !previousNames.has(name))
  if (names.length === 0 || authorId === GUEST_ID) return
  const author = await queries.findMentioner(ctx, authorId)
  if (!author || author.restrictedAt !== null) return
  const users = await queries.listUsersByName(ctx, names)
  const recipients = users.filter(({ id }) => id !== authorId).toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
  const origin = originForMail(ctx)
  await sendNotices(
    ctx,
    recipients.slice(0, MAX_MENTION_NOTICES).map(({ id }) => ({
      userId: id,
      kind: 'mention',
      about: `topic:${topicId}`,
      title: `${author.displayName ?? author.username} mentioned you in “${title}”`,
      path,
      origin,
      actorId: authorId,
      firstItem: replyId,
      lastItem: replyId,
      items: 1,
      isDemo,
    })),
  )
}
