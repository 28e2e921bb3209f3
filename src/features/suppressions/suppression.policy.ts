/** Why no mail goes to an address, and when that begins. */
export const SUPPRESSION_REASONS = {
  bounce: 'The address does not exist',
  soft: 'Several mails came back',
  complaint: 'The reader calls it spam',
  manual: 'Added by an administrator',
} as const
export type SuppressionReason = keyof typeof SUPPRESSION_REASONS

/** What another site shows for an address on the installation's list: neither the reason nor what a mail server said. */
export const NEUTRAL_REASON = 'This address does not accept mail'

/** Reports count for addresses alone that were sent mail in these days. Mail servers give up after about five. */
export const MAILED_DAYS = 14

/** Any sender who mails the address gets the same reply from the mail server. */
export const isKnownToAnybody = (reason: SuppressionReason): boolean => reason === 'bounce' || reason === 'soft'

/** So many mails that came back for reasons that pass, none longer after the one before than these days. */
export const SOFT_BOUNCES = 5
export const SOFT_BOUNCE_DAYS = 30

/** What may go to an address though it is on the list. */
export type MailPurpose = 'asked' | 'security' | null

const DAY_MS = 86_400_000
/**
 * How long after the last report an address gets no mail that was asked for either: anyone can enter anyone's address. After that one is tried
 * again, so that a bounce or a complaint of long ago locks no member out of a new password; a new report begins the time again.
 */
const ASKED_MAIL_WAIT_DAYS: Partial<Record<SuppressionReason, number>> = { bounce: 7, complaint: 30, soft: 1 }

/**
 * Whether a mail is held back. An entry that an administrator has made holds everything until one removes it.
 * `asked`: requested on a page just now, as a link for a new password; held for `ASKED_MAIL_WAIT_DAYS` alone.
 * `security`: what has changed about an account; held where the address does not exist.
 * @param sinceMs how long ago the address was reported last
 */
export function isHeldBack(reason: SuppressionReason, purpose: MailPurpose, sinceMs: number): boolean {
  if (reason === 'manual') return true
  if (purpose === 'asked') return sinceMs < (ASKED_MAIL_WAIT_DAYS[reason] ?? 0) * DAY_MS
  return purpose !== 'security' || reason === 'bounce'
}

/** A filter, a full mailbox or a size is no reason to give an address up: only one that is wrong is. RFC 3463: 5.1.x, and a mailbox that is switched off. */
export const isNoSuchAddress = (status: string): boolean => /^5\.(1\.([0-46]|10)|2\.1)$/.test(status)
