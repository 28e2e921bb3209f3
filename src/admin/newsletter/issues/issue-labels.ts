import type { Issue, IssueEntry } from '#features/newsletter/issues/issue.client.ts'

export const ISSUE_STATE_LABELS = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Going out',
  paused: 'Paused',
  sent: 'Sent',
} as const satisfies Record<Issue['state'], string>

export const ENTRY_KIND_LABELS = {
  article: 'Guide',
  answer: 'Answer',
  review: 'Review',
  product: 'Product',
  note: 'Note',
} as const satisfies Record<IssueEntry['kind'], string>

/** As lists call it. */
export const issueTitle = ({ id, subject }: Pick<Issue, 'id' | 'subject'>): string => subject || `Issue ${id}`

/** How much of it has gone out, from 0 to 100. */
export const issuePercent = ({ counts: { total, waiting } }: Pick<Issue, 'counts'>): number =>
  total === 0 ? 0 : ((total - waiting) / total) * 100
