import { z } from '#platform/contract/zod.ts'

export const ExportedPostPicture = z.object({
  topicId: z.number().nullable(),
  replyId: z.number().nullable(),
  url: z.string(),
  alt: z.string(),
  createdAt: z.string(),
})
