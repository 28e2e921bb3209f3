import type { Copy } from '#features/deployment/copies/copies.client.ts'
import type { Wording } from '#wording/wording.ts'

export const COPY_STATE_LABELS: Record<Copy['state'], string> = {
  live: 'Live',
  suspended: 'Suspended',
  retired: 'Retired',
  creating: 'Being created',
}
export const COPY_STATE_BADGES = { live: 'default', suspended: 'secondary', retired: 'outline', creating: 'outline' } as const

export const COPY_NEWSLETTER_LABELS = { requested: 'Newsletter requested' } as const

/** `1.4 MB`, or a dash if unknown. */
export function formatCopySize(bytes: number | null, { number }: Wording): string {
  if (bytes === null) return '–'
  const units = ['kB', 'MB', 'GB', 'TB']
  let [n, at] = [bytes / 1000, 0]
  while (n >= 999.5 && at < units.length - 1) [n, at] = [n / 1000, at + 1]
  return `${number(n, n < 10 ? 1 : 0)} ${units[at]}`
}

export const formatCopyClaim = ({ claimed, claimUntil }: Copy, { shortDate }: Wording) =>
  claimed === null ? '–' : claimed ? 'Yes' : claimUntil ? `Not yet, until ${shortDate(claimUntil)}` : 'Not yet'

export const INVITATION_STATE_LABELS = { open: 'Open', used: 'Used', expired: 'Expired', revoked: 'Revoked' } as const
