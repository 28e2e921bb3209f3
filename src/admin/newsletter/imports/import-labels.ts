import type { ImportReport } from '#features/newsletter/imports/import.client.ts'

export const SKIP_LABELS = {
  broken: 'A quotation mark is not closed, or the line is too long',
  'no-address': 'No address',
  'no-email': 'Not an email address',
  twice: 'Stands further up in the file',
  listed: 'On the list already',
  waiting: 'Was asked here and has not confirmed',
  'no-proof': 'Nothing says where and when its owner agreed',
  'bad-date': 'Not a date, or one in the future',
  'status-unsubscribed': 'The file says: unsubscribed',
  'status-blocklisted': 'The file says: blocklisted',
  'status-bounced': 'The file says: bounced',
  'status-other': 'The file says that it is not active',
  suppressed: 'Its mails came back',
  unsubscribed: 'Unsubscribed after this consent was given',
  'too-many': 'Beyond the longest file',
} as const satisfies Record<ImportReport['skipped'][number]['reason'], string>
