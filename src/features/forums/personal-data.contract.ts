/** Forum data in the personal-data export. */
import { z } from '#platform/contract/zod.ts'
import { PostStatus } from './topic.contract.ts'

const post = { id: z.number(), content: z.string(), createdAt: z.string(), status: PostStatus, upvotes: z.number(), downvotes: z.number() }
export const ExportedTopic = z.object({ ...post, title: z.string(), categoryId: z.number().nullable() })
export const ExportedReply = z.object({ ...post, topicId: z.number() })
