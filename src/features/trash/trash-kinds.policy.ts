/** What can come back from the trash: the noun on its row, and the word for many of it. Each is a subject of the audit log too. */
import type { AuditSubject } from '#features/audit/audit.client.ts'

export const TRASH_KINDS = {
  product: { label: 'Product', plural: 'products' },
  topic: { label: 'Topic', plural: 'topics' },
  reply: { label: 'Reply', plural: 'replies' },
  review: { label: 'Review', plural: 'reviews' },
  enquiry: { label: 'Enquiry', plural: 'enquiries' },
} as const satisfies Partial<Record<AuditSubject, { label: string; plural: string }>>
