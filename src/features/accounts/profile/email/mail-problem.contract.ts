/** Declares why a member gets no mail (the email is on a suppression list), and the endpoint that resumes it. */
import { z } from '#platform/contract/zod.ts'
import { SUPPRESSION_REASONS } from '#features/suppressions/suppression.policy.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'

/** The reason `elsewhere` means that another site of the installation has suppressed the email; that site's reason is not revealed. */
export const MailProblem = z.object({
  address: z.string(),
  reason: z.enum([...keysOf(SUPPRESSION_REASONS), 'elsewhere']),
  /** Whether the member may request mail again, at most once a day. */
  canRetry: z.boolean(),
})
export type MailProblem = z.infer<typeof MailProblem>

export const retryEmailEndpoint = endpoint('POST /api/me/email/retry', {
  access: 'member',
  summary: 'Resume mail to my bounced email address. Allowed once a day.',
  response: z.object({ ok: z.literal(true) }),
  extraStatuses: [409, 429],
  status: 200,
})
