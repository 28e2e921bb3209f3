/** Whether mail of this site is likely to arrive, as far as the DNS tells. */
import { endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

/** A record to be added, word for word. */
export const DnsRecord = z.object({ type: z.enum(['TXT', 'MX']), name: z.string(), value: z.string() })
export type DnsRecord = z.infer<typeof DnsRecord>

export const DeliverabilityCheck = z.object({
  name: z.enum(['sender', 'spf', 'dkim', 'dmarc', 'answers']),
  /** `unknown`: nobody answered, or it cannot be known from here. */
  state: z.enum(['good', 'warn', 'bad', 'unknown']),
  /** What it is like, and what to do. */
  says: z.string(),
  /** What stands there now. */
  found: z.array(z.string()),
  record: DnsRecord.nullable(),
})
export type DeliverabilityCheck = z.infer<typeof DeliverabilityCheck>

export const Deliverability = z.object({
  /** The address that mail comes from. */
  sender: z.string(),
  checkedAt: z.string(),
  checks: z.array(DeliverabilityCheck),
  /** Mails of all sites of the installation today (UTC), and how many may be sent. Null: no limit is set. */
  budget: z.object({ limit: z.number(), sent: z.number(), sentByCopies: z.number(), limitOfCopies: z.number() }).nullable(),
})
export type Deliverability = z.infer<typeof Deliverability>

export const getDeliverabilityEndpoint = endpoint('GET /api/admin/deliverability', {
  summary: 'Whether the DNS lets this site write in its sender’s name, asked now. Only the main site has it.',
  response: Deliverability,
  access: 'admin',
  isCostly: true,
  rateLimit: { max: 30, minutes: 5 },
})
