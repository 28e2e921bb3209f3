/** Subject types of audit entries with their labels. Types that can be restored from the trash have a plural, `inTrash`. */
import { keysOf, toRecord } from '#platform/client/typed-entries.client.ts'

export const AUDIT_SUBJECTS = {
  product: { label: 'Product', inTrash: 'products' },
  article: { label: 'Article' },
  topic: { label: 'Topic', inTrash: 'topics' },
  reply: { label: 'Reply', inTrash: 'replies' },
  review: { label: 'Review', inTrash: 'reviews' },
  waiting_review: { label: 'Review awaiting approval', inTrash: 'reviews awaiting approval' },
  review_picture: { label: 'Picture of a review', inTrash: 'pictures of reviews' },
  post_picture: { label: 'Picture of a post', inTrash: 'pictures of posts' },
  user: { label: 'User' },
  enquiry: { label: 'Enquiry', inTrash: 'enquiries' },
  report: { label: 'Report' },
  duty: { label: 'Legal duty' },
  settings: { label: 'Settings' },
  upload: { label: 'Picture' },
  session: { label: 'Session' },
  trash: { label: 'Trash' },
  subscriber: { label: 'Newsletter address' },
  issue: { label: 'Newsletter issue' },
  deployment: { label: 'Copy' },
  site: { label: 'Site' },
  job: { label: 'Background jobs' },
  webhook: { label: 'Webhook' },
  figure: { label: 'Reference value' },
  suppression: { label: 'Suppressed address' },
} as const

export const AUDIT_SUBJECT_LABELS = toRecord(keysOf(AUDIT_SUBJECTS), (subject) => AUDIT_SUBJECTS[subject].label)
