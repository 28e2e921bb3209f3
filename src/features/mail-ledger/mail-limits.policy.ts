/** Defines how many mails a visitor can trigger to one mailbox, and which share of the installation's budget each kind of mail may use. */
import { emailKey } from '#platform/text/parse-email.client.ts'
import { normalizeText } from '#wording/normalize-text.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface MailLimit {
  max: number
  windowMs: number
}

/** Limits by purpose, all of which apply. Windows are fixed and begin with the first mail. */
export const MAIL_LIMITS = {
  'newsletter.confirm': [{ max: 1, windowMs: DAY_MS }],
  'enquiry.received': [{ max: 3, windowMs: DAY_MS }],
  'enquiry.links': [{ max: 2, windowMs: DAY_MS }],
  'account.confirm': [
    { max: 3, windowMs: HOUR_MS },
    { max: 6, windowMs: DAY_MS },
  ],
  /** Confirmations of newly entered addresses, counted per account. */
  'account.confirm-new': [
    { max: 6, windowMs: HOUR_MS },
    { max: 12, windowMs: DAY_MS },
  ],
  /** Repeated confirmations of the current address, counted per account. */
  'account.confirm-again': [{ max: 2, windowMs: HOUR_MS }],
  'account.password-link': [
    { max: 3, windowMs: HOUR_MS },
    { max: 6, windowMs: DAY_MS },
  ],
  /** Password links that an administrator sends, counted separately, so that visitors cannot use up this limit. */
  'account.password-link-by-administrator': [{ max: 3, windowMs: HOUR_MS }],
} as const satisfies Record<string, readonly MailLimit[]>
export type LimitedMail = keyof typeof MAIL_LIMITS

const GMAIL_HOSTS = new Set(['gmail.com', 'googlemail.com'])

/**
 * Maps all spellings of an address that reach one mailbox to a single key, which is used only for counting, never as a recipient.
 * Plus tags are removed for every host: most large providers deliver them to the same mailbox. At other hosts two mailboxes then share a
 * limit. Dots are removed for Gmail only: at other hosts they distinguish mailboxes.
 */
export function normaliseMailbox(email: string): string {
  const address = emailKey(normalizeText(email, 'NFC'))
  const atIndex = address.lastIndexOf('@')
  const host = address.slice(atIndex + 1)
  const [mailbox = ''] = address.slice(0, Math.max(0, atIndex)).split('+')
  // A local part that begins with a plus sign stays unchanged, because it would become empty.
  const localPart = mailbox === '' ? address.slice(0, Math.max(0, atIndex)) : mailbox
  return GMAIL_HOSTS.has(host) ? `${localPart.replaceAll('.', '')}@gmail.com` : `${localPart}@${host}`
}

/** Kinds of mail that are counted. `account` is mail that a member has just requested or that concerns the security of an account. */
export const MAIL_KINDS = ['account', 'newsletter', 'other'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** Share of the budget that all tenant sites together may use, so that enough is left for the main site. */
const TENANT_SHARE = 0.5
/** Share of the budget above which only account mail from the main site is sent. */
export const NON_ACCOUNT_SHARE = 0.9

export interface BudgetShare {
  /** The mail may be sent only while the day's total of all sites is below this number. */
  all: number
  /** The mail may be sent only while the day's total of tenant sites is below this number; null for mail from the main site. */
  tenants: number | null
}

/** @param budget maximum number of mails per day */
export function getBudgetShare(budget: number, { isTenant, kind }: { isTenant: boolean; kind: MailKind }): BudgetShare {
  return {
    all: !isTenant && kind === 'account' ? budget : Math.floor(budget * NON_ACCOUNT_SHARE),
    tenants: isTenant ? Math.floor(budget * TENANT_SHARE) : null,
  }
}
