import type { QuotaUse } from '#features/quotas/quota.client.ts'
import type { Wording } from '#wording/wording.ts'
import { formatCopySize } from './copy-labels.ts'

type Kind = QuotaUse['kind']

export const QUOTA_LABELS: Record<Kind, string> = {
  bytes: 'Space',
  rows: 'Posts and accounts',
  uploads: 'Pictures',
  uploadBytes: 'Size of the pictures',
  mails: 'Mails in 24 hours',
  calls: 'Costly work this hour',
}
export const QUOTA_HINTS: Record<Kind, string> = {
  bytes: 'In MB: database and files.',
  rows: 'Made by visitors and members.',
  uploads: 'How many may be uploaded.',
  uploadBytes: 'In MB, as they were uploaded.',
  mails: 'Beyond that mail waits until there is room.',
  calls: 'Previews, downloads, pictures for sharing and converting uploads.',
}

/** Kinds that are written in MB. */
export const isInMegabytes = (kind: Kind): boolean => kind === 'bytes' || kind === 'uploadBytes'
export const MEGABYTE = 1_000_000

/** `12 of 2,000`, `1.4 MB of 1 GB`. */
export function formatUse({ kind, used, limit }: QuotaUse, wording: Wording): string {
  const size = (n: number) => (isInMegabytes(kind) ? formatCopySize(n, wording) : wording.number(n))
  return `${size(used)} of ${size(limit)}`
}

/** A place less than full is not full. */
export const percentUsed = ({ used, limit }: QuotaUse): number => (limit === 0 ? 100 : Math.min(100, (used / limit) * 100))
