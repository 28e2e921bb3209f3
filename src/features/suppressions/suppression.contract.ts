/** Addresses that get no mail: what administrators see and do, and how mail servers report what came back. */
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { SUPPRESSION_REASONS } from './suppression.policy.ts'
import { emailAddress } from '#platform/text/email-address.ts'

export const Suppression = z.object({
  id: z.number(),
  address: z.string(),
  reason: z.enum(keysOf(SUPPRESSION_REASONS)),
  /** What the mail server said. */
  detail: z.string(),
  suppressedAt: z.string(),
})
export type Suppression = z.infer<typeof Suppression>

const Address = emailAddress('Please enter an email address')
export const NewSuppression = z.object({ address: Address, detail: singleLine().trim().max(300).default('') })
export type NewSuppression = z.infer<typeof NewSuppression>
export const SuppressionQuery = Paging.extend({ search: SearchTerm, reason: Suppression.shape.reason.optional() })
export type SuppressionQuery = z.infer<typeof SuppressionQuery>

/** `bounce`: no mail will ever arrive there; `soft`: this one did not; `complaint`: the reader called it spam. */
export const MailEvent = z.object({
  type: z.enum(['bounce', 'soft', 'complaint']),
  address: Address,
  detail: z.string().max(2000).default(''),
})
export type MailEvent = z.infer<typeof MailEvent>

/** `messageId`: as the mail was sent with; for providers that do not replace it. */
export const ReportedMailEvent = MailEvent.extend({ messageId: singleLine().max(500).optional() })
export type ReportedMailEvent = z.infer<typeof ReportedMailEvent>

const Token = z.object({ token: z.string().max(200) })
/** How many reports were of use. */
const Taken = z.object({ taken: z.number() })

export const listSuppressionsEndpoint = endpoint('GET /api/admin/suppressions', {
  summary: 'Addresses that get no mail, newest first. `search` looks at the address.',
  query: SuppressionQuery,
  response: z.array(Suppression),
  list: true,
  access: 'admin',
})
export const addSuppressionEndpoint = endpoint('POST /api/admin/suppressions', {
  summary: 'Send no more mail to an address.',
  body: NewSuppression,
  response: Suppression,
  extraStatuses: [409],
  access: 'admin',
})
export const removeSuppressionEndpoint = endpoint('DELETE /api/admin/suppressions/:id', {
  summary: 'Send mail to an address again.',
  params: z.object({ id: Id }),
  response: z.object({ ok: z.literal(true) }),
  access: 'admin',
})
export const reportMailEventsEndpoint = endpoint('POST /api/mail-events', {
  summary:
    'For the mail provider: mails that came back or were called spam. The token is MAIL_EVENTS_TOKEN; without that setting, and on copies, the call is not there. Only addresses that were sent mail in the last 14 days count; `messageId`, where it is given, has to be that of a mail to the address.',
  query: Token,
  body: z.object({ events: z.array(ReportedMailEvent).min(1).max(500) }),
  response: Taken,
  status: 200,
  maxBodyBytes: 1024 * 1024,
  hasNoEffectOnReads: true,
  needsNoRoom: true,
  rateLimit: { max: 600, minutes: 1 },
})
export const reportReturnedMailEndpoint = endpoint('POST /api/mail-returned', {
  summary:
    'For the mail server: a mail that came back, as it is (a report of RFC 3464 or a complaint of RFC 5965). The token is MAIL_EVENTS_TOKEN. It counts only with the Message-ID of a mail that was sent to its recipient in the last 14 days.',
  query: Token,
  body: z.object({ message: z.string().max(900_000) }),
  response: Taken,
  status: 200,
  maxBodyBytes: 1024 * 1024,
  hasNoEffectOnReads: true,
  needsNoRoom: true,
  rateLimit: { max: 600, minutes: 1 },
})
