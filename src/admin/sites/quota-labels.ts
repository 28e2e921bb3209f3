import type { QuotaUse } from '#features/quotas/quota.client.ts'
import type { Wording } from '#wording/wording.ts'
import { formatCopySize } from './copy-labels.ts'

type Kind = QuotaUse['kind']

export const QUOTA_LABELS: Record<Kind, string> = {
  bytes: 'Storage',
  rows: 'Posts and accounts',
  uploads: 'Pictures',
  uploadBytes: 'Picture storage',
  mails: 'Emails in 24 hours',
  calls: 'Expensive requests this hour',
}
export const QUOTA_HINTS: Record<Kind, string> = {
  bytes: 'In MB, for database and files.',
  rows: 'Created by visitors and members.',
  uploads: 'Maximum number of uploads.',
  uploadBytes: 'In MB, at their original size.',
  mails: 'Further emails wait until the limit allows them.',
  calls: 'Previews, downloads, pictures for sharing, and converted uploads.',
}

/** Whether the quota is entered and shown in MB. */
export const isInMegabytes = (kind: Kind): boolean => kind === 'bytes' || kind === 'uploadBytes'
export const MEGABYTE = 1_000_000

/** `12 of 2,000`, `1.4 MB of 1 GB`. */
export function formatUse({ kind, used, limit }: QuotaUse, wording: Wording): string {
  const size = (n: number) => (isInMegabytes(kind) ? formatCopySize(n, wording) : wording.number(n))
  return `${size(used)} of ${size(limit)}`
}

/** Used share of the limit in percent, at most 100. A limit of 0 counts as full. */
export const percentUsed = ({ used, limit }: QuotaUse): number => (limit === 0 ? 100 : Math.min(100, (used / limit) * 100))
