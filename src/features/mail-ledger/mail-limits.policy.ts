/** How many mails a visitor can cause to one address, and how much of the installation's budget each site may use. */
import { emailKey } from '#platform/text/parse-email.client.ts'
import { normalizeText } from '#wording/normalize-text.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface MailLimit {
  max: number
  windowMs: number
}

/** A window begins with the first mail that it counts. Every limit of a purpose holds. */
export const MAIL_LIMITS = {
  'newsletter.confirm': [{ max: 1, windowMs: DAY_MS }],
  'enquiry.received': [{ max: 3, windowMs: DAY_MS }],
  'enquiry.links': [{ max: 2, windowMs: DAY_MS }],
  'account.confirm': [
    { max: 3, windowMs: HOUR_MS },
    { max: 6, windowMs: DAY_MS },
  ],
  /** Of one account, each to an address that it has just entered. */
  'account.confirm-new': [
    { max: 6, windowMs: HOUR_MS },
    { max: 12, windowMs: DAY_MS },
  ],
  /** Of one account, once more to the address that it has. */
  'account.confirm-again': [{ max: 2, windowMs: HOUR_MS }],
  'account.password-link': [
    { max: 3, windowMs: HOUR_MS },
    { max: 6, windowMs: DAY_MS },
  ],
  /** Counted apart, so that visitors cannot use up what an administrator may send. */
  'account.password-link-by-administrator': [{ max: 3, windowMs: HOUR_MS }],
} as const satisfies Record<string, readonly MailLimit[]>
export type LimitedMail = keyof typeof MAIL_LIMITS

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * One text for all spellings of an address that reach one mailbox. It is only counted by, never written to.
 * What follows a plus sign is left out at every host: most large providers deliver it to the same mailbox, and where they do not, two mailboxes
 * share one limit. Dots are left out for Gmail alone: elsewhere they make another person's address.
 */
export function normaliseMailbox(email: string): string {
  const address = emailKey(normalizeText(email, 'NFC'))
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1)
  const [mailbox = ''] = address.slice(0, Math.max(0, at)).split('+')
  // An address that begins with a plus sign has no other name.
  const local = mailbox === '' ? address.slice(0, Math.max(0, at)) : mailbox
  return GMAIL.has(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${host}`
}

/** What the quota of a site counts: `account` is mail that members wait for or that concerns their safety. */
export const MAIL_KINDS = ['account', 'newsletter', 'other'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** Launched sites together may use this share, so that visitors who launch sites do not use up what the main site needs. */
const TENANT_SHARE = 0.5
/** Above this share only account mail of the main site goes out. */
const GENERAL_SHARE = 0.9

export interface BudgetShare {
  /** Mails of all sites on the day, up to which this mail may go out. */
  all: number
  /** Mails of launched sites on the day, up to which this mail may go out; null: it is not one of them. */
  tenants: number | null
}

/** @param budget mails a day */
export function shareOfBudget(budget: number, { isTenant, kind }: { isTenant: boolean; kind: MailKind }): BudgetShare {
  return {
    all: !isTenant && kind === 'account' ? budget : Math.floor(budget * GENERAL_SHARE),
    tenants: isTenant ? Math.floor(budget * TENANT_SHARE) : null,
  }
}
