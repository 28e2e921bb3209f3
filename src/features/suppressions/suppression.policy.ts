/** Why no mail goes to an address, and when that begins. */
export const SUPPRESSION_REASONS = {
  bounce: 'The address does not exist',
  soft: 'Several mails came back',
  complaint: 'The reader calls it spam',
  manual: 'Added by an administrator',
} as const
export type SuppressionReason = keyof typeof SUPPRESSION_REASONS

/** So many mails that came back for reasons that pass, none longer after the one before than these days. */
export const SOFT_BOUNCES = 5
export const SOFT_BOUNCE_DAYS = 30

/** What may go to an address though it is on the list. */
export type MailPurpose = 'asked' | 'security' | null

/**
 * Whether a mail stays here. `asked`: somebody sits before the screen and waits for it, as for a link for a new password; it always goes, or a
 * mistake of a mail server would lock them out. `security`: what has changed about an account; only an address that does not exist gets none.
 */
export const isHeldBack = (reason: SuppressionReason, purpose: MailPurpose): boolean =>
  purpose !== 'asked' && (purpose !== 'security' || reason === 'bounce')

/** A filter, a full mailbox or a size is no reason to give an address up: only one that is wrong is. RFC 3463: 5.1.x, and a mailbox that is switched off. */
export const isNoSuchAddress = (status: string): boolean => /^5\.(1\.([0-46]|10)|2\.1)$/.test(status)
