/** Calls with which authors delete and restore posts of each kind. */
import { deleteReply, deleteTopic } from '#features/forums/moderation/moderation.client.ts'
import { restoreReply, restoreTopic } from '#features/forums/own-posts/own-post.client.ts'
import { deleteOwnReview, restoreOwnReview } from '#features/reviews/moderation/review-moderation.client.ts'
import type { PostKind } from './post-menu-props.ts'

/** Names of the kinds, at the beginning of a sentence. */
export const POST_NOUNS = { topic: 'Topic', reply: 'Reply', review: 'Review' } as const satisfies Record<PostKind, string>

export const deletePost = (kind: PostKind, id: number): Promise<unknown> =>
  kind === 'topic' ? deleteTopic(id) : kind === 'reply' ? deleteReply(id) : deleteOwnReview(id)

export const restorePost = (kind: PostKind, id: number): Promise<unknown> =>
  kind === 'topic' ? restoreTopic(id) : kind === 'reply' ? restoreReply(id) : restoreOwnReview(id)
