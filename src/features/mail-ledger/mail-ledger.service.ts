/** Counts mails per recipient, per site and for the whole installation. Deleting a mail does not reduce the counts. */
import './mail-ledger.context.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { earliestDue, timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { keyedHash } from '#platform/config/secret-box.ts'
import { MAIL_LIMITS, normaliseMailbox, type LimitedMail, type MailKind } from './mail-limits.policy.ts'
import * as queries from './mail-ledger.queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long counts are retained after their window has ended. */
export const LEDGER_RETENTION_DAYS = 3

/** What a limit applies to: a mailbox, or an account regardless of the email addresses that it enters. */
type MailRecipient = { email: string } | { userId: number }

/**
 * Checks the limit of a mail that a visitor or member can trigger, and counts it. Call it in the transaction that writes the mail, so that
 * a rollback undoes the count.
 * @returns false when the limit in `MAIL_LIMITS` is reached; then do not send the mail
 */
export async function countLimitedMail(
  ctx: Pick<Context, 'db'>,
  purpose: LimitedMail,
  recipient: MailRecipient,
  now = Date.now(),
): Promise<boolean> {
  const recipientHash = hashRecipient(recipient)
  for (const { max, windowMs } of MAIL_LIMITS[purpose]) {
    const window = { purpose: `${purpose}:${windowMs / HOUR_MS}h`, recipientHash, max, now: toTime(now), endsAt: toTime(now + windowMs) }
    if (!(await writeWithoutInvalidation(() => queries.countRecipientMail(ctx, window)))) return false
  }
  return true
}

/** Keyed hash, so that neither the table nor a backup reveals addresses: testing candidates requires the installation's secret key. */
const hashRecipient = (recipient: MailRecipient): string =>
  keyedHash('email' in recipient ? `mailbox ${normaliseMailbox(recipient.email)}` : `account ${recipient.userId}`, 'mail ledger')

const TENANT_SITES_PURPOSE = `copies:${DAY_MS / HOUR_MS}h`

/**
 * Counts a mail of a launched site towards its recipient's mailbox limit.
 * @param main the main site, which counts for all launched sites
 * @returns false when there were already `max` within the day; then nothing is counted
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

/** Undoes the count of a mail that was not offered to any server. */
export const uncountTenantMail = (main: Pick<Context, 'db'>, email: string): Promise<void> =>
  writeWithoutInvalidation(() => queries.uncountRecipientMail(main, TENANT_SITES_PURPOSE, hashRecipient({ email })))

/** Counts a mail that a server has accepted or, for launched sites, refused. */
export const countSentMail = (ctx: Pick<Context, 'db'>, kind: MailKind, now = Date.now()): Promise<void> =>
  writeWithoutInvalidation(() => queries.addSentMail(ctx, hourOf(now), kind))

/** Mails that the site has sent in the last 24 hours, rounded up to whole hours. */
export const countMailOfLastDay = (ctx: Pick<Context, 'db'>, now = Date.now()): Promise<number> =>
  queries.countSentMailSince(ctx, hourOf(now - DAY_MS))

/** The job: purges expired counts. */
export async function removeOldMailCounts(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  const before = toTime(now - LEDGER_RETENTION_DAYS * DAY_MS)
  await queries.deleteRecipientCountsBefore(ctx, before)
  await queries.deleteSentMailBefore(ctx, before.slice(0, 13))
  await queries.deleteBudgetDaysBefore(ctx, before.slice(0, 10))
  const { windowEnd, hour, day } = await queries.findOldestCounts(ctx)
  const starts = [windowEnd, hour && `${hour}:00:00.000Z`, day && `${day}T00:00:00.000Z`]
  // One extra day, because an hour or day bucket ends later than it starts.
  return earliestDue(...starts.map((at) => timeAfter(at, (LEDGER_RETENTION_DAYS + 1) * DAY_MS)))
}

const toTime = (at: number): string => new Date(at).toISOString()
const hourOf = (at: number): string => toTime(at).slice(0, 13)
