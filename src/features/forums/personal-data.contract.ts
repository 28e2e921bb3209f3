/** Shapes of a member's topics and replies in the personal-data export. */
import { z } from '#platform/contract/zod.ts'
import { PostStatus } from './topic.contract.ts'

const postFields = {
  id: z.number(),
  content: z.string(),
  createdAt: z.string(),
  status: PostStatus,
  upvotes: z.number(),
  downvotes: z.number(),
}
export const ExportedTopic = z.object({ ...postFields, title: z.string(), categoryId: z.number().nullable() })
export const ExportedReply = z.object({ ...postFields, topicId: z.number() })
