/**
 * Maximum number of mails that all tenant sites together may send to one mailbox within 24 hours of the first one. The limit is needed
 * because administrators of tenant sites can enter addresses that count as confirmed. `asked` applies to mail just requested on a page, so
 * that other mail cannot use up the limit of a password link. `trusted` applies to sites that are allowed to send newsletters.
 */
export const TENANT_MAILBOX_LIMITS = {
  restricted: { asked: 20, other: 15 },
  trusted: { asked: 100, other: 100 },
} as const

/** Message that the outbox shows for a mail over the limit. */
export const MAILBOX_LIMIT_REACHED = 'The daily limit of emails to this mailbox has been reached.'
