/** The public archive of sent issues. */
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

export const PastIssue = z.object({
  id: z.number(),
  subject: z.string(),
  /** When sending started. */
  publishedAt: z.string(),
})
export type PastIssue = z.infer<typeof PastIssue>
export const PastIssueText = PastIssue.extend({ html: z.string(), summary: z.string() })
export type PastIssueText = z.infer<typeof PastIssueText>

export const listPastIssuesEndpoint = endpoint('GET /api/newsletter/issues', {
  summary: 'List sent newsletter issues, newest first.',
  query: Paging,
  response: z.array(PastIssue),
  list: true,
})
export const getPastIssueEndpoint = endpoint('GET /api/newsletter/issues/:id', {
  summary: 'Get a sent newsletter issue.',
  params: z.object({ id: Id }),
  response: PastIssueText,
})
