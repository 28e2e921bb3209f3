/** DNS checks of the sender's domain: sender, SPF, DKIM, DMARC and MX. */
import { endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

/** A DNS record to add. */
export const DnsRecord = z.object({ type: z.enum(['TXT', 'MX']), name: z.string(), value: z.string() })
export type DnsRecord = z.infer<typeof DnsRecord>

export const DeliverabilityCheck = z.object({
  name: z.enum(['sender', 'spf', 'dkim', 'dmarc', 'answers']),
  /** `unknown`: the name servers did not respond, or the check is not possible here. */
  state: z.enum(['good', 'warn', 'bad', 'unknown']),
  /** The finding and what to do. */
  says: z.string(),
  /** The current records. */
  found: z.array(z.string()),
  record: DnsRecord.nullable(),
})
export type DeliverabilityCheck = z.infer<typeof DeliverabilityCheck>

export const Deliverability = z.object({
  /** The sender's email address. */
  sender: z.string(),
  checkedAt: z.string(),
  checks: z.array(DeliverabilityCheck),
  /** Mails that all sites of the installation have sent today (UTC), and the limits. Null: no limit is set. */
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
