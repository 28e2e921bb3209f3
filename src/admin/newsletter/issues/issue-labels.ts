import type { Issue, IssueEntry } from '#features/newsletter/issues/issue.client.ts'

export const ISSUE_STATE_LABELS = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
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

/** Returns the subject or, without one, a name such as "Issue 5". */
export const getIssueTitle = ({ id, subject }: Pick<Issue, 'id' | 'subject'>): string => subject || `Issue ${id}`

/** Returns the progress of sending, from 0 to 100; 0 without recipients. */
export const calculateIssuePercent = ({ counts: { total, waiting } }: Pick<Issue, 'counts'>): number =>
  total === 0 ? 0 : ((total - waiting) / total) * 100
