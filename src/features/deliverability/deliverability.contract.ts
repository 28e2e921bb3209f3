/** Endpoint that checks the sender address and the SPF, DKIM, DMARC and MX records of its domain. */
import { endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

/** A DNS record that should be added. */
export const DnsRecord = z.object({ type: z.enum(['TXT', 'MX']), name: z.string(), value: z.string() })
export type DnsRecord = z.infer<typeof DnsRecord>

export const DeliverabilityCheck = z.object({
  name: z.enum(['sender', 'spf', 'dkim', 'dmarc', 'answers']),
  /** `unknown` means that the name servers did not respond, or that the check is not possible. */
  state: z.enum(['good', 'warn', 'bad', 'unknown']),
  /** Message for the administrator: what was found, and what to do. */
  says: z.string(),
  /** The current DNS records. */
  found: z.array(z.string()),
  /** The record that should be added; null if no record is recommended. */
  record: DnsRecord.nullable(),
})
export type DeliverabilityCheck = z.infer<typeof DeliverabilityCheck>

export const Deliverability = z.object({
  /** Email address of the sender. */
  sender: z.string(),
  checkedAt: z.string(),
  checks: z.array(DeliverabilityCheck),
  /** Mail budget of the installation: the limits, and how many mails all sites have sent today (UTC); null if no limit is set. */
  budget: z.object({ limit: z.number(), sent: z.number(), sentByCopies: z.number(), limitOfCopies: z.number() }).nullable(),
})
export type Deliverability = z.infer<typeof Deliverability>

export const getDeliverabilityEndpoint = endpoint('GET /api/admin/deliverability', {
  summary: 'Check the sender domain’s DNS records now. Main site only.',
  response: Deliverability,
  access: 'admin',
  isCostly: true,
  rateLimit: { max: 30, minutes: 5 },
})
