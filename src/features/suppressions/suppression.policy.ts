/** Why an address is suppressed, and which mail is held back. */
export const SUPPRESSION_REASONS = {
  bounce: 'The address does not exist',
  soft: 'Several emails bounced',
  complaint: 'Marked as spam by the recipient',
  manual: 'Added by an administrator',
} as const
export type SuppressionReason = keyof typeof SUPPRESSION_REASONS

/** Shown by other sites for an address on the installation's list, in place of the reason and the mail server's message. */
export const NEUTRAL_REASON = 'This address does not accept mail'

/** Reports are accepted for addresses that were sent mail within this many days. Mail servers stop retrying after about five. */
export const MAILED_DAYS = 14

/** Whether the reason is public: any sender who mails the address gets the same error from the mail server. */
export const isPublicReason = (reason: SuppressionReason): boolean => reason === 'bounce' || reason === 'soft'

/** Consecutive soft bounces that suppress an address. */
export const SOFT_BOUNCE_LIMIT = 5
/** The count restarts when the previous soft bounce is older than this. */
export const SOFT_BOUNCE_DAYS = 30

/** Mail with a purpose may be sent to a suppressed address: see `isHeldBack`. Stored with the mail. */
export type MailPurpose = 'asked' | 'security' | null

const DAY_MS = 86_400_000
/**
 * Days after the last report during which even `asked` mail is held back, as anyone can enter anyone's address. After that it is sent, so
 * that an old bounce or complaint does not lock a member out of password recovery; a new report restarts the period.
 */
const ASKED_MAIL_WAIT_DAYS: Partial<Record<SuppressionReason, number>> = { bounce: 7, complaint: 30, soft: 1 }

/**
 * Whether a mail is held back. A manual entry holds back all mail until an administrator removes it.
 * `asked`: just requested on a page, e.g. a password link; held back for `ASKED_MAIL_WAIT_DAYS`.
 * `security`: reports a change to an account; held back if the address does not exist.
 * @param sinceMs time since the last report
 */
export function isHeldBack(reason: SuppressionReason, purpose: MailPurpose, sinceMs: number): boolean {
  if (reason === 'manual') return true
  if (purpose === 'asked') return sinceMs < (ASKED_MAIL_WAIT_DAYS[reason] ?? 0) * DAY_MS
  return purpose !== 'security' || reason === 'bounce'
}

/** Whether the status (RFC 3463: 5.1.x, 5.2.1) means a wrong address or a disabled mailbox, not a filter or a full mailbox. */
export const isUnknownAddress = (status: string): boolean => /^5\.(1\.([0-46]|10)|2\.1)$/.test(status)
