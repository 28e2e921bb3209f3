import { pathTo } from './page-url.policy.ts'

/**
 * The path of one reply. It names the reply and no page of its topic: replies before it may be deleted, which moves it to another page.
 * The fragment brings browsers without JavaScript to the reply.
 */
export const replyPath = (topicId: number, replyId: number): string =>
  `${pathTo('/forum/:id', { id: topicId }, { reply: replyId })}#${replyAnchor(replyId)}`

/** The `id` of a reply's element. */
export const replyAnchor = (replyId: number): string => `reply-${replyId}`
