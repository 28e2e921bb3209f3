import type { ImportReport } from '#features/newsletter/imports/import.client.ts'

export const SKIP_LABELS = {
  broken: 'Unclosed quotation mark, or line too long',
  'no-address': 'No address',
  'no-email': 'Not an email address',
  twice: 'Duplicate in this file',
  listed: 'Already on the list',
  waiting: 'Signed up here but not confirmed',
  'no-proof': 'No source or date of consent',
  'bad-date': 'Invalid date, or a date in the future',
  'status-unsubscribed': 'Status in the file: unsubscribed',
  'status-blocklisted': 'Status in the file: blocklisted',
  'status-bounced': 'Status in the file: bounced',
  'status-other': 'Status in the file: not active',
  suppressed: 'On the suppression list',
  unsubscribed: 'Unsubscribed after this date of consent',
  'too-many': 'Over the maximum number of rows',
} as const satisfies Record<ImportReport['skipped'][number]['reason'], string>
