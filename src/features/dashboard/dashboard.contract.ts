/** What an administrator sees first: how much there is, what waits, what happened. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

export const SPARKLINE_DAYS = 30
export const DASHBOARD_COUNTS = ['products', 'articles', 'forums', 'enquiries', 'users'] as const

/** `perDay`: new ones on each of the last 30 days, oldest first, today last (UTC). */
export const DashboardCount = z.object({
  name: z.enum(DASHBOARD_COUNTS),
  total: z.number(),
  recent: z.number(),
  perDay: z.array(z.number()).length(SPARKLINE_DAYS),
})
export type DashboardCount = z.infer<typeof DashboardCount>

/** `count` things of one kind that wait for a person; `since` is the oldest. `to` is an address of the back-office. */
export const Attention = z.object({
  kind: z.enum([
    'held-jobs',
    'enquiries',
    'waiting-posts',
    'waiting-reviews',
    'review-evidence',
    'failed-mail',
    'webhooks-paused',
    'copies-full',
    'newsletter-requests',
    'backup-failed',
    'figures-due',
    'drafts',
    'second-factor',
    'demo-content',
    'contact-addresses',
  ]),
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

/** How the backups of the installation went that are made by themselves. */
export const BackupState = z.object({
  lastGood: z.object({ at: z.string(), file: z.string(), bytes: z.number() }).nullable(),
  /** When the last one is not a good one. */
  lastFailure: z.object({ at: z.string(), reason: z.string() }).nullable(),
})
export type BackupState = z.infer<typeof BackupState>

/** `backup`: null where none is made, and on every copy. */
export const Dashboard = z.object({
  counts: z.array(DashboardCount),
  attention: z.array(Attention),
  activity: z.array(Activity),
  backup: BackupState.nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>
export const getDashboardEndpoint = endpoint('GET /api/admin/dashboard', {
  summary: 'Live counts with their last 30 days, what needs attention, recent activity.',
  response: Dashboard,
  access: 'admin',
})
