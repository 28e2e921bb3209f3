/** What follows from the text of a post: its pictures belong to it, and the members that it mentions are notified. */
import type { Moderation } from '#db/tables.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import { findMentionedNames } from '#features/writing/mentions/mention.policy.ts'
import { notifyMentioned } from '#features/writing/mentions/mention.service.ts'
import { attachPictures } from '#features/writing/pictures/post-picture.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { findTopicRow } from './post-change.queries.ts'

interface PostText {
  type: 'topic' | 'reply'
  id: number
  topicId: number
  userId: number
  content: string
  status: Moderation
  /** The post before the change; undefined for a new post. */
  before?: { content: string; status: Moderation }
}

/**
 * Adds the pictures in the text to the post, and notifies the members that it mentions once it is visible. Call it in the transaction that
 * inserts or changes the post.
 */
export async function processPostText(ctx: Pick<Context, 'db' | 'caller'>, post: PostText): Promise<void> {
  const { type, id, topicId, userId, content, status, before } = post
  await attachPictures(ctx, type === 'topic' ? { topicId: id } : { replyId: id }, userId, content)
  // A post that was hidden had been visible before, so that its mentions were notified then.
  if (status !== 'visible' || before?.status === 'hidden' || findMentionedNames(content).length === 0) return
  const topic = await findTopicRow(ctx, topicId)
  await notifyMentioned(ctx, {
    content,
    ...(before?.status === 'visible' ? { previousContent: before.content } : {}),
    authorId: userId,
    topicId,
    ...(type === 'reply' ? { replyId: id } : {}),
    title: topic?.title ?? '',
    isDemo: topic?.is_demo ?? false,
    path: type === 'reply' ? replyPath(topicId, id) : pathTo('/forum/:id', { id: topicId }),
  })
}
