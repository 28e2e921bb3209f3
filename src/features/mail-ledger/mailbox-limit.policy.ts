/**
 * Mails a day (24 hours from the first) that all launched sites together may send to one mailbox, whatever causes them: an administrator of such a
 * site enters addresses that count as confirmed. `asked` is for mail that was requested on a page just now, so that other mail cannot use up what a
 * password link needs. `trusted` is for sites that the main site's administrator has allowed to send newsletters.
 */
export const COPY_MAILBOX_LIMITS = {
  restricted: { asked: 20, other: 15 },
  trusted: { asked: 100, other: 100 },
} as const

/** The reason that the outbox shows for a mail over the limit. */
export const MAILBOX_LIMIT_REACHED = 'The copies of this installation have sent this mailbox as many emails as they may in a day.'
