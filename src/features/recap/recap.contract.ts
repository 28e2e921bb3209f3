/** Contract of the list of what a member missed. */
import { endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

export const MissedItem = z.object({
  kind: z.enum(['topic', 'article']),
  id: z.number(),
  title: z.string(),
  /** Path of its page. */
  path: z.string(),
  categoryName: z.string().nullable(),
  /** Number of replies since the last visit; 0 for articles. */
  newReplies: z.number(),
  /** Time of the last reply of a topic, or of its start; time of publication of an article. */
  at: z.string(),
  isDemo: z.boolean(),
})
export type MissedItem = z.infer<typeof MissedItem>

export const Missed = z.object({
  /** Time of the last visit to the forum; a week ago before the first one, and at most 30 days ago. */
  since: z.string(),
  /** The missed items, at most six. */
  items: z.array(MissedItem),
})
export type Missed = z.infer<typeof Missed>

export const getMissedEndpoint = endpoint('GET /api/me/missed', {
  summary: 'Get the most active topics and the new articles since your last visit, in the categories that you watch or post in.',
  response: Missed,
  access: 'member',
})
