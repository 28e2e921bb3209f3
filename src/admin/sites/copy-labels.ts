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

/** Formats a size, such as "1.4 MB", or a dash if it is unknown. */
export function formatCopySize(bytes: number | null, { number }: Wording): string {
  if (bytes === null) return '–'
  const units = ['kB', 'MB', 'GB', 'TB']
  let [size, unitIndex] = [bytes / 1000, 0]
  while (size >= 999.5 && unitIndex < units.length - 1) [size, unitIndex] = [size / 1000, unitIndex + 1]
  return `${number(size, size < 10 ? 1 : 0)} ${units[unitIndex]}`
}

export const formatCopyClaim = ({ claimed, claimUntil }: Copy, { shortDate }: Wording) =>
  claimed === null ? '–' : claimed ? 'Yes' : claimUntil ? `Not yet, until ${shortDate(claimUntil)}` : 'Not yet'

export const INVITATION_STATE_LABELS = { open: 'Open', used: 'Used', expired: 'Expired', revoked: 'Revoked' } as const
