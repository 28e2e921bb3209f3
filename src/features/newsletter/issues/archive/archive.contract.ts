/** The issues that have gone out, for everybody to read. */
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

export const PastIssue = z.object({
  id: z.number(),
  subject: z.string(),
  /** When it began to go out. */
  publishedAt: z.string(),
})
export type PastIssue = z.infer<typeof PastIssue>
export const PastIssueText = PastIssue.extend({ html: z.string(), summary: z.string() })
export type PastIssueText = z.infer<typeof PastIssueText>

export const listPastIssuesEndpoint = endpoint('GET /api/newsletter/issues', {
  summary: 'The issues of the newsletter that have gone out, newest first.',
  query: Paging,
  response: z.array(PastIssue),
  list: true,
})
export const getPastIssueEndpoint = endpoint('GET /api/newsletter/issues/:id', {
  summary: 'An issue of the newsletter that has gone out.',
  params: z.object({ id: Id }),
  response: PastIssueText,
})
