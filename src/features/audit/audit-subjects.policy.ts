/** What entries of the audit log may be about, and what people call it. */
export const AUDIT_SUBJECT_LABELS = {
  product: 'Product',
  article: 'Article',
  topic: 'Topic',
  reply: 'Reply',
  review: 'Review',
  user: 'User',
  enquiry: 'Enquiry',
  settings: 'Settings',
  upload: 'Picture',
  session: 'Session',
  trash: 'Trash',
  subscriber: 'Newsletter address',
  deployment: 'Copy',
  site: 'Site',
} as const
