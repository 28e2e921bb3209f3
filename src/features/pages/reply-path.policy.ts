import { pathTo } from './page-url.policy.ts'

/**
 * Returns the URL of a reply. It contains the reply's id instead of the page number, which can change when earlier replies are deleted. The
 * fragment scrolls to the reply without JavaScript.
 */
export const replyPath = (topicId: number, replyId: number): string =>
  `${pathTo('/forum/:id', { id: topicId }, { reply: replyId })}#${replyAnchor(replyId)}`

/** Returns the HTML id of a reply. */
export const replyAnchor = (replyId: number): string => `reply-${replyId}`
