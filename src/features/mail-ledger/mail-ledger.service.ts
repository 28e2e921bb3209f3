/** Counts mails per recipient and per site. Deleting a mail does not reduce the counts. */
import './mail-ledger.context.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { findEarliest, addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { keyedHash } from '#platform/config/secret-box.ts'
import { MAIL_LIMITS, normaliseMailbox, type LimitedMail, type MailKind } from './mail-limits.policy.ts'
import * as queries from './mail-ledger.queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Number of days that counts are retained after their window has ended. */
export const LEDGER_RETENTION_DAYS = 3

/** The recipient that a limit applies to: a mailbox, or an account regardless of the email addresses that its owner enters. */
type MailRecipient = { email: string } | { userId: number }

/**
 * Checks the limit of a mail that a visitor or member can trigger, and counts the mail. Must be called in the transaction that inserts the
 * mail, so that a rollback undoes the count.
 * @returns false when a limit in `MAIL_LIMITS` is reached; the mail must not be sent in that case
 */
export async function countLimitedMail(
  ctx: Pick<Context, 'db'>,
  purpose: LimitedMail,
  recipient: MailRecipient,
  now = Date.now(),
): Promise<boolean> {
  const recipientHash = hashRecipient(recipient)
  for (const { max, windowMs } of MAIL_LIMITS[purpose]) {
    const countInput = {
      purpose: `${purpose}:${windowMs / HOUR_MS}h`,
      recipientHash,
      max,
      now: toTime(now),
      endsAt: toTime(now + windowMs),
    }
    if (!(await writeWithoutInvalidation(() => queries.countRecipientMail(ctx, countInput)))) return false
  }
  return true
}

/** Returns a keyed hash: guessing addresses from the table or a backup would require the installation's secret key. */
const hashRecipient = (recipient: MailRecipient): string =>
  keyedHash('email' in recipient ? `mailbox ${normaliseMailbox(recipient.email)}` : `account ${recipient.userId}`, 'mail ledger')

const TENANT_SITES_PURPOSE = `copies:${DAY_MS / HOUR_MS}h`

/**
 * Counts a mail from a tenant site towards the mailbox limit of its recipient.
 * @param main context of the main site, which counts for all tenant sites
 * @returns false when the mailbox has already been sent `max` mails within the day; nothing is counted in that case
 */
export const countTenantMail = (main: Pick<Context, 'db'>, email: string, max: number, now = Date.now()): Promise<boolean> =>
  writeWithoutInvalidation(() =>
    queries.countRecipientMail(main, {
      purpose: TENANT_SITES_PURPOSE,
      recipientHash: hashRecipient({ email }),
      max,
      now: toTime(now),
      endsAt: toTime(now + DAY_MS),
    }),
  )

/** Undoes the count of a mail when no mail server was reached. */
export const uncountTenantMail = (main: Pick<Context, 'db'>, email: string): Promise<void> =>
  writeWithoutInvalidation(() => queries.uncountRecipientMail(main, TENANT_SITES_PURPOSE, hashRecipient({ email })))

/** Counts a mail that a mail server has accepted; for tenant sites also one that it has refused. */
export const countSentMail = (ctx: Pick<Context, 'db'>, kind: MailKind, now = Date.now()): Promise<void> =>
  writeWithoutInvalidation(() => queries.addSentMail(ctx, toHour(now), kind))

/** Returns how many mails the site has sent in the last 24 hours; the period is rounded up to whole hours. */
export const countMailOfLastDay = (ctx: Pick<Context, 'db'>, now = Date.now()): Promise<number> =>
  queries.countSentMailSince(ctx, toHour(now - DAY_MS))

/** Purges expired counts. @returns when the next count is due */
export async function removeOldMailCounts(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  const expiredBefore = toTime(now - LEDGER_RETENTION_DAYS * DAY_MS)
  await queries.deleteRecipientCountsBefore(ctx, expiredBefore)
  await queries.deleteSentMailBefore(ctx, expiredBefore.slice(0, 13))
  await queries.deleteBudgetDaysBefore(ctx, expiredBefore.slice(0, 10))
  const { windowEnd, hour, day } = await queries.findOldestCounts(ctx)
  const starts = [windowEnd, hour && `${hour}:00:00.000Z`, day && `${day}T00:00:00.000Z`]
  // A day is added, because an hour or a day ends later than it starts.
  return findEarliest(...starts.map((start) => addMs(start, (LEDGER_RETENTION_DAYS + 1) * DAY_MS)))
}

const toTime = (time: number): string => new Date(time).toISOString()
const toHour = (time: number): string => toTime(time).slice(0, 13)
