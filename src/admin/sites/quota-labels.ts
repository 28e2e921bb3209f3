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

/** Whether the limit of this quota is entered in MB and its usage shown as a size. */
export const isInMegabytes = (kind: Kind): boolean => kind === 'bytes' || kind === 'uploadBytes'
export const MEGABYTE_BYTES = 1_000_000

/** Formats the usage of a quota, such as "12 of 2,000" or "1.4 MB of 1 GB". */
export function formatUse({ kind, used, limit }: QuotaUse, wording: Wording): string {
  const formatAmount = (amount: number) => (isInMegabytes(kind) ? formatCopySize(amount, wording) : wording.number(amount))
  return `${formatAmount(used)} of ${formatAmount(limit)}`
}

/** Returns the used share of the limit, from 0 to 100 percent. A limit of 0 counts as full. */
export const calculatePercentUsed = ({ used, limit }: QuotaUse): number => (limit === 0 ? 100 : Math.min(100, (used / limit) * 100))
