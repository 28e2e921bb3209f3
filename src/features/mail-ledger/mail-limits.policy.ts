/** How many mails a visitor can trigger to one mailbox, and which share of the installation's budget each site may use. */
import { emailKey } from '#platform/text/parse-email.client.ts'
import { normalizeText } from '#wording/normalize-text.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface MailLimit {
  max: number
  windowMs: number
}

/** Fixed windows that begin with the first mail. All limits of a purpose apply. */
export const MAIL_LIMITS = {
  'newsletter.confirm': [{ max: 1, windowMs: DAY_MS }],
  'enquiry.received': [{ max: 3, windowMs: DAY_MS }],
  'enquiry.links': [{ max: 2, windowMs: DAY_MS }],
  'account.confirm': [
    { max: 3, windowMs: HOUR_MS },
    { max: 6, windowMs: DAY_MS },
  ],
  /** Counted per account: confirmations of newly entered addresses. */
  'account.confirm-new': [
    { max: 6, windowMs: HOUR_MS },
    { max: 12, windowMs: DAY_MS },
  ],
  /** Counted per account: repeated confirmations of its current address. */
  'account.confirm-again': [{ max: 2, windowMs: HOUR_MS }],
  'account.password-link': [
    { max: 3, windowMs: HOUR_MS },
    { max: 6, windowMs: DAY_MS },
  ],
  /** Counted separately, so that visitors cannot use up the administrator's limit. */
  'account.password-link-by-administrator': [{ max: 3, windowMs: HOUR_MS }],
} as const satisfies Record<string, readonly MailLimit[]>
export type LimitedMail = keyof typeof MAIL_LIMITS

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * Maps all spellings of an address that reach one mailbox to one key. The key is only for counting, never a recipient.
 * Plus tags are removed for every host: most large providers deliver them to the same mailbox, and elsewhere two mailboxes share one limit.
 * Dots are removed for Gmail only: elsewhere they distinguish mailboxes.
 */
export function normaliseMailbox(email: string): string {
  const address = emailKey(normalizeText(email, 'NFC'))
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1)
  const [mailbox = ''] = address.slice(0, Math.max(0, at)).split('+')
  // A local part that begins with a plus sign would become empty.
  const local = mailbox === '' ? address.slice(0, Math.max(0, at)) : mailbox
  return GMAIL.has(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${host}`
}

/** Kinds of mail that are counted: `account` is mail that members wait for or that concerns their security. */
export const MAIL_KINDS = ['account', 'newsletter', 'other'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** Share of the budget for all launched sites together, so that they cannot starve the main site. */
const TENANT_SHARE = 0.5
/** Above this share only account mail of the main site is sent. */
const GENERAL_SHARE = 0.9

export interface BudgetShare {
  /** Send the mail only while the day's total of all sites is below this. */
  all: number
  /** Send the mail only while the day's total of launched sites is below this; null for mail of the main site. */
  tenants: number | null
}

/** @param budget mails per day */
export function getBudgetShare(budget: number, { isTenant, kind }: { isTenant: boolean; kind: MailKind }): BudgetShare {
  return {
    all: !isTenant && kind === 'account' ? budget : Math.floor(budget * GENERAL_SHARE),
    tenants: isTenant ? Math.floor(budget * TENANT_SHARE) : null,
  }
}
