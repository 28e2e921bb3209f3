import type { ImportReport } from '#features/newsletter/imports/import.client.ts'

export const SKIP_LABELS = {
  broken: 'A quotation mark is not closed, or the line is too long',
  'no-address': 'No address',
  'no-email': 'Not an email address',
  twice: 'Stands further up in the file',
  listed: 'On the list already',
  waiting: 'Was asked here and has not confirmed',
  'no-proof': 'Nothing says where and when its owner agreed',
  'bad-date': 'Not a day, or one to come',
  suppressed: 'Its mails came back',
  unsubscribed: 'Unsubscribed after this consent was given',
  'too-many': 'Beyond the longest file',
} as const satisfies Record<ImportReport['skipped'][number]['reason'], string>
