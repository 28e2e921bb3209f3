/** Counts mails where no deletion reduces the count: what one recipient gets, what a site sends, and what the whole installation sends. */
import './mail-ledger.context.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { earliestDue, timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { keyedHash } from '#platform/config/secret-box.ts'
import { MAIL_LIMITS, normaliseMailbox, type LimitedMail, type MailKind } from './mail-limits.policy.ts'
import * as queries from './mail-ledger.queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long counts stay after they have stopped to matter. */
export const LEDGER_RETENTION_DAYS = 3

/** Whom a limit counts for: a mailbox, or an account whatever addresses it names. */
type MailRecipient = { email: string } | { userId: number }

/**
 * Asks before each mail that a visitor or member can cause whether its recipient may get one more, and counts it. Call it in the transaction that
 * writes the mail, so that a mail that was not written is not counted.
 * @returns false when there were as many as `MAIL_LIMITS` allows: then leave the mail out
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

/** Neither the table nor a backup of it shows addresses: without the secret key of the installation candidates cannot be tested. */
const hashRecipient = (recipient: MailRecipient): string =>
  keyedHash('email' in recipient ? `mailbox ${normaliseMailbox(recipient.email)}` : `account ${recipient.userId}`, 'mail ledger')

const COPIES_PURPOSE = `copies:${DAY_MS / HOUR_MS}h`

/**
 * Counts a mail of a launched site for its mailbox.
 * @param main the main site, where all launched sites are counted
 * @returns false when there were `max` within the day, and then nothing is counted
 */
export const countMailboxOfCopies = (main: Pick<Context, 'db'>, email: string, max: number, now = Date.now()): Promise<boolean> =>
  writeWithoutInvalidation(() =>
    queries.countRecipientMail(main, {
      purpose: COPIES_PURPOSE,
      recipientHash: hashRecipient({ email }),
      max,
      now: toTime(now),
      endsAt: toTime(now + DAY_MS),
    }),
  )

/** Takes back what was counted for a mail that was offered to no server. */
export const returnMailboxOfCopies = (main: Pick<Context, 'db'>, email: string): Promise<void> =>
  writeWithoutInvalidation(() => queries.returnRecipientMail(main, COPIES_PURPOSE, hashRecipient({ email })))

/** Counts a mail that a server has accepted or, when a launched site sends it, has refused. */
export const countSentMail = (ctx: Pick<Context, 'db'>, kind: MailKind, now = Date.now()): Promise<void> =>
  writeWithoutInvalidation(() => queries.addSentMail(ctx, hourOf(now), kind))

/** How many mails the site has sent in the last 24 hours; the hour in which they began counts as a whole. */
export const countMailOfLastDay = (ctx: Pick<Context, 'db'>, now = Date.now()): Promise<number> =>
  queries.countSentMailSince(ctx, hourOf(now - DAY_MS))

/** The job: counts that no limit looks at any more. */
export async function removeOldMailCounts(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  const before = toTime(now - LEDGER_RETENTION_DAYS * DAY_MS)
  await queries.deleteRecipientCountsBefore(ctx, before)
  await queries.deleteSentMailBefore(ctx, before.slice(0, 13))
  await queries.deleteBudgetDaysBefore(ctx, before.slice(0, 10))
  const { windowEnd, hour, day } = await queries.findFirstCounts(ctx)
  const starts = [windowEnd, hour && `${hour}:00:00.000Z`, day && `${day}T00:00:00.000Z`]
  // An hour and a day are over only later.
  return earliestDue(...starts.map((at) => timeAfter(at, (LEDGER_RETENTION_DAYS + 1) * DAY_MS)))
}

const toTime = (at: number): string => new Date(at).toISOString()
const hourOf = (at: number): string => toTime(at).slice(0, 13)
