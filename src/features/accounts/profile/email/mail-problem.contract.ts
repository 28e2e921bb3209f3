/** An account whose address gets no mail. */
import { z } from '#platform/contract/zod.ts'
import { SUPPRESSION_REASONS } from '#features/suppressions/suppression.policy.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'

/** `elsewhere`: another site of the installation has stopped mail to the address, and its reason is not told. */
export const MailProblem = z.object({
  address: z.string(),
  reason: z.enum([...keysOf(SUPPRESSION_REASONS), 'elsewhere']),
  /** Whether the member may ask for mail again, which works once a day. */
  canRetry: z.boolean(),
})
export type MailProblem = z.infer<typeof MailProblem>

export const retryEmailEndpoint = endpoint('POST /api/me/email/retry', {
  access: 'member',
  summary: 'Send mail to my address again, after it came back. Works once a day.',
  response: z.object({ ok: z.literal(true) }),
  extraStatuses: [409, 429],
  status: 200,
})
