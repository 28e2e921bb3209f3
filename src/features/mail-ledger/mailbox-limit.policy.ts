/**
 * Mails per 24 hours (from the first) that all launched sites together may send to one mailbox, whatever triggers them: administrators of
 * launched sites can enter addresses that count as confirmed. `asked` is for mail just requested on a page, so that other mail cannot
 * use up the limit of a password link. `trusted` is for sites that the main site's administrator has allowed to send newsletters.
 */
export const TENANT_MAILBOX_LIMITS = {
  restricted: { asked: 20, other: 15 },
  trusted: { asked: 100, other: 100 },
} as const

/** Shown in the outbox for a mail over the limit. */
export const MAILBOX_LIMIT_REACHED = 'The daily limit of emails to this mailbox has been reached.'
