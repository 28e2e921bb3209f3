/** Endpoint of the administrators' dashboard: counts, items that need attention, recent activity. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

export const SPARKLINE_DAYS = 30
export const DASHBOARD_COUNTS = ['products', 'articles', 'forums', 'enquiries', 'users'] as const

/** `perDay` is the number of new items on each of the last 30 days (UTC), oldest first; `recent` is their sum. */
export const DashboardCount = z.object({
  name: z.enum(DASHBOARD_COUNTS),
  total: z.number(),
  recent: z.number(),
  perDay: z.array(z.number()).length(SPARKLINE_DAYS),
})
export type DashboardCount = z.infer<typeof DashboardCount>

/** Items of one kind that need attention. `since` is the time of the oldest, if known; `to` is a path. */
export const Attention = z.object({
  kind: z.enum([
    'held-jobs',
    'enquiries',
    'reports',
    'appeals',
    'waiting-posts',
    'waiting-reviews',
    'review-evidence',
    'failed-mail',
    'webhooks-paused',
    'copies-full',
    'newsletter-requests',
    'backup-failed',
    'figures-due',
    'duties-due',
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
  /** Name of the actor; null for articles and products. */
  who: z.string().nullable(),
  title: z.string(),
  to: z.string(),
})
export type Activity = z.infer<typeof Activity>

/** State of the installation's scheduled backups. */
export const BackupState = z.object({
  lastGood: z.object({ at: z.string(), file: z.string(), bytes: z.number() }).nullable(),
  /** Null unless the last backup failed or was interrupted. */
  lastFailure: z.object({ at: z.string(), reason: z.string() }).nullable(),
})
export type BackupState = z.infer<typeof BackupState>

/** `backup` is null if there was no scheduled backup, and on tenant sites. */
export const Dashboard = z.object({
  counts: z.array(DashboardCount),
  attention: z.array(Attention),
  activity: z.array(Activity),
  backup: BackupState.nullable(),
  /** Whether the site has demo content and `PUBLIC_URL` is a public address, so that visitors and search engines see it. */
  isDemoPublic: z.boolean(),
})
export type Dashboard = z.infer<typeof Dashboard>
export const getDashboardEndpoint = endpoint('GET /api/admin/dashboard', {
  summary: 'Get current counts with their last 30 days, items that need attention, and recent activity.',
  response: Dashboard,
  access: 'admin',
})
