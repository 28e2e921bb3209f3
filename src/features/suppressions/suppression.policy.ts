/** Defines why an address is suppressed, and which mail is held back. */
export const SUPPRESSION_REASONS = {
  bounce: 'The address does not exist',
  soft: 'Several emails bounced',
  complaint: 'Marked as spam by the recipient',
  manual: 'Added by an administrator',
} as const
export type SuppressionReason = keyof typeof SUPPRESSION_REASONS

/** Reason that tenant sites show for an address on the installation's list, in place of the confidential one. */
export const NEUTRAL_REASON = 'This address does not accept mail'

/** Number of days after a mail in which reports for its address are accepted. Mail servers stop retrying after about five days. */
export const MAILED_DAYS = 14

/** Returns whether the reason is public: every sender gets the same error from the address's mail server. */
export const isPublicReason = (reason: SuppressionReason): boolean => reason === 'bounce' || reason === 'soft'

/** Number of soft bounces in a row that suppress an address. */
export const SOFT_BOUNCE_LIMIT = 5
/** Number of days after which a soft bounce no longer counts; the next one restarts the count. */
export const SOFT_BOUNCE_DAYS = 30

/** Why a mail may be sent to a suppressed address, see `isHeldBack`; null: it may not. Stored with the mail. */
export type MailPurpose = 'asked' | 'security' | null

const DAY_MS = 86_400_000
/**
 * Number of days after the last report in which even `asked` mail is held back, because everyone can enter any address. After that it is
 * sent, so that an old bounce or complaint does not exclude a member from password recovery. A new report restarts the period.
 */
const ASKED_MAIL_WAIT_DAYS: Partial<Record<SuppressionReason, number>> = { bounce: 7, complaint: 30, soft: 1 }

/**
 * Returns whether a mail is held back. A manual entry holds back all mail until an administrator removes it. `asked` mail, just requested
 * on a page, such as a password link, is held back for `ASKED_MAIL_WAIT_DAYS`. `security` mail, which reports a change to an account, is
 * held back if the address does not exist. All other mail is held back.
 * @param sinceMs milliseconds since the last report
 */
export function isHeldBack(reason: SuppressionReason, purpose: MailPurpose, sinceMs: number): boolean {
  if (reason === 'manual') return true
  if (purpose === 'asked') return sinceMs < (ASKED_MAIL_WAIT_DAYS[reason] ?? 0) * DAY_MS
  return purpose !== 'security' || reason === 'bounce'
}

/** Returns whether a status code (RFC 3463) means a wrong address or a disabled mailbox, rather than a filter or a full mailbox. */
export const isUnknownAddress = (status: string): boolean => /^5\.(1\.([0-46]|10)|2\.1)$/.test(status)
