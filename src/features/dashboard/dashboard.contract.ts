/** What an administrator sees first: how much there is, what waits, what happened. */
import { z } from '#platform/zod.ts'
import { endpoint } from '#platform/endpoint.ts'

export const LINE_DAYS = 30
export const COUNTED = ['products', 'articles', 'forums', 'enquiries', 'users'] as const

/** `perDay`: new ones on each of the last 30 days, oldest first, today last (UTC). */
export const Count = z.object({
  name: z.enum(COUNTED),
  total: z.number(),
  recent: z.number(),
  perDay: z.array(z.number()).length(LINE_DAYS),
})
export type Count = z.infer<typeof Count>

/** `count` things of one kind that wait for a person; `since` is the oldest. `to` is an address of the back-office. */
export const Attention = z.object({
  kind: z.enum(['enquiries', 'waiting-posts', 'failed-mail', 'drafts', 'second-factor', 'demo-content', 'contact-addresses']),
  count: z.number(),
  since: z.string().nullable(),
  text: z.string(),
  to: z.string(),
})
export type Attention = z.infer<typeof Attention>

export const Activity = z.object({
  kind: z.enum(['enquiry', 'topic', 'reply', 'review', 'article', 'user', 'product']),
  id: z.number(),
  at: z.string(),
  /** Who did it; null for what the site published itself. */
  who: z.string().nullable(),
  title: z.string(),
  to: z.string(),
})
export type Activity = z.infer<typeof Activity>

export const Dashboard = z.object({ counts: z.array(Count), attention: z.array(Attention), activity: z.array(Activity) })
export type Dashboard = z.infer<typeof Dashboard>
export const getDashboardEndpoint = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  summary: 'Live counts with their last 30 days, what needs attention, recent activity.',
  reply: Dashboard,
  access: 'admin',
})
