/** Endpoints with which administrators edit the suppression list, and those that receive bounces and complaints. */
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
  /** Message from the mail server, or the note of an administrator. */
  detail: z.string(),
  suppressedAt: z.string(),
})
export type Suppression = z.infer<typeof Suppression>

const Address = emailAddress('Please enter an email address')
export const NewSuppression = z.object({ address: Address, detail: singleLine().trim().max(300).default('') })
export type NewSuppression = z.infer<typeof NewSuppression>
export const SuppressionQuery = Paging.extend({ search: SearchTerm, reason: Suppression.shape.reason.optional() })
export type SuppressionQuery = z.infer<typeof SuppressionQuery>

/** `bounce` is a permanent failure, `soft` a temporary one; `complaint` means that the recipient reported the mail as spam. */
export const MailEvent = z.object({
  type: z.enum(['bounce', 'soft', 'complaint']),
  address: Address,
  detail: z.string().max(2000).default(''),
})
export type MailEvent = z.infer<typeof MailEvent>

/** `messageId` is the Message-ID with which the mail was sent; it is absent for providers that replace it. */
export const ReportedMailEvent = MailEvent.extend({ messageId: singleLine().max(500).optional() })
export type ReportedMailEvent = z.infer<typeof ReportedMailEvent>

const Token = z.object({ token: z.string().max(200) })
/** `taken` is the number of accepted events. */
const Taken = z.object({ taken: z.number() })

export const listSuppressionsEndpoint = endpoint('GET /api/admin/suppressions', {
  summary: 'List suppressed addresses, newest first. `search` matches the address.',
  query: SuppressionQuery,
  response: z.array(Suppression),
  list: true,
  access: 'admin',
})
export const addSuppressionEndpoint = endpoint('POST /api/admin/suppressions', {
  summary: 'Add an address to the suppression list.',
  body: NewSuppression,
  response: Suppression,
  extraStatuses: [409],
  access: 'admin',
})
export const removeSuppressionEndpoint = endpoint('DELETE /api/admin/suppressions/:id', {
  summary: 'Remove an address from the suppression list.',
  params: z.object({ id: Id }),
  response: z.object({ ok: z.literal(true) }),
  access: 'admin',
})
export const reportMailEventsEndpoint = endpoint('POST /api/mail-events', {
  summary:
    'Report bounces and complaints; for mail providers. The token is MAIL_EVENTS_TOKEN; without that setting, and on launched sites, the endpoint returns 404. An event is accepted only for an address that was sent mail in the last 14 days; `messageId`, if present, must be that of a mail to the address.',
  query: Token,
  body: z.object({ events: z.array(ReportedMailEvent).min(1).max(500) }),
  response: Taken,
  status: 200,
  maxBodyBytes: 1024 * 1024,
  hasNoEffectOnReads: true,
  isQuotaExempt: true,
  rateLimit: { max: 600, minutes: 1 },
})
export const reportReturnedMailEndpoint = endpoint('POST /api/mail-returned', {
  summary:
    'Report a returned mail as received (a report of RFC 3464 or a complaint of RFC 5965); for mail servers. The token is MAIL_EVENTS_TOKEN. A report is accepted only with the delivery proof of a mail that was sent to its recipient in the last 14 days.',
  query: Token,
  body: z.object({ message: z.string().max(900_000) }),
  response: Taken,
  status: 200,
  maxBodyBytes: 1024 * 1024,
  hasNoEffectOnReads: true,
  isQuotaExempt: true,
  rateLimit: { max: 600, minutes: 1 },
})
