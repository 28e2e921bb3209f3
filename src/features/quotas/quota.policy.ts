/** Quotas of launched sites: generous for normal use, but a bound on abuse. The main site has none. */
import type { QuotaKind } from '#platform/contract/quota.ts'

const MB = 1_000_000

export type QuotaLimits = Record<QuotaKind, number>
export const DEFAULT_LIMITS: QuotaLimits = {
  bytes: 1000 * MB,
  rows: 50_000,
  uploads: 2000,
  uploadBytes: 500 * MB,
  mails: 1000,
  calls: 1000,
}
/** Maximum value that the form accepts: 1,000 TB, or as many items. */
export const MAX_QUOTA = 1e15

const NEAR_LIMIT_REMAINDER = 100
/** Whether usage must be measured on each call: at 95% of the limit, or with fewer than 100 left. */
export const isNearLimit = (used: number, limit: number): boolean => used >= limit * 0.95 || limit - used < NEAR_LIMIT_REMAINDER

/** Messages for visitors whose request exceeds a quota. */
export const QUOTA_MESSAGES: Record<QuotaKind, string> = {
  bytes: 'This site has reached its storage limit, so nothing was saved. Its administrator can free some space.',
  rows: 'This site has reached its limit of posts and accounts, so nothing was saved. Its administrator can free some space.',
  uploads: 'This site has reached its limit of pictures, so this one was not saved. Its administrator can request a higher limit.',
  uploadBytes: 'This site has reached its storage limit for pictures, so this one was not saved.',
  mails: 'This site has reached its daily email limit. The remaining emails will be sent later.',
  calls: 'This site has reached its hourly processing limit. Please try again in',
}
export const QUOTA_CODES: Record<QuotaKind, string> = {
  bytes: 'site.quota_bytes',
  rows: 'site.quota_rows',
  uploads: 'site.quota_uploads',
  uploadBytes: 'site.quota_upload_bytes',
  mails: 'site.quota_mails',
  calls: 'site.quota_calls',
}
