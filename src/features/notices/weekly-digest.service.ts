/** Addresses the weekly digest, whose contents come from the feature that depends on what members write. */
import type { MailTemplate } from '#features/mail/mail-template.service.ts'
import { sendMail } from '#features/mail/mail.service.ts'
import { getMailGreeting } from '#features/users/mail-greeting.policy.ts'
import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import type { NextDue } from '#platform/jobs/jobs.ts'
import { findNextDigestAt } from './notice-kind.policy.ts'
import { createUnsubscribeKey, formatUnsubscribeKey } from './preference.service.ts'
import * as queries from './preference.queries.ts'

/** Members who are taken from the table at once. */
const BATCH_SIZE = 500

/**
 * Takes the members whose digest is due, and makes their next one due a week later.
 * @param enqueue called in the transaction with each member; `origin` is the site's, for links, and empty if unknown
 * @returns when the next digest is due
 */
export async function takeDueDigests(
  ctx: Context,
  now: Date,
  enqueue: (trxCtx: Context, due: { userId: number; origin: string }) => Promise<unknown>,
): Promise<NextDue> {
  for (;;) {
    const taken = await ctx.db.transaction().execute(async (db) => {
      const trxCtx = { ...ctx, db }
      const due = await queries.listDueDigests(trxCtx, now.toISOString(), BATCH_SIZE)
      if (due.length === 0) return 0
      for (const digest of due) await enqueue(trxCtx, digest)
      await queries.updateDigestsDue(
        trxCtx,
        due.map(({ userId }) => userId),
        findNextDigestAt(now),
      )
      return due.length
    })
    if (taken < BATCH_SIZE) break
  }
  return findLowest(ctx.db, 'weekly_digests', 'due_at')
}

/** Whether the member still wants the weekly digest, and has an open account with an email address. */
export async function wantsWeeklyDigest(ctx: Pick<Context, 'db'>, userId: number): Promise<boolean> {
  return (await queries.hasWeeklyDigest(ctx, userId)) && Boolean((await queries.findAddressee(ctx, userId))?.email)
}

/** What every weekly digest contains besides its items. */
export interface DigestFrame {
  /** Name in the greeting. */
  person: string
  settingsLink: string
  unsubscribeLink: string
}

/** Sends the weekly digest to a member, in the caller's transaction. Mail to suppressed addresses is refused by the outbox. */
export async function sendWeeklyDigest<T>(
  trxCtx: Context,
  userId: number,
  origin: string,
  template: MailTemplate<T & DigestFrame>,
  content: T,
): Promise<void> {
  const addressee = await queries.findAddressee(trxCtx, userId)
  if (!addressee?.email) return
  const { leaveKey } = await queries.getOrCreateSender(trxCtx, userId, createUnsubscribeKey())
  const unsubscribeLink = `${origin}/notices/leave/${formatUnsubscribeKey('weekly', leaveKey)}`
  const frame = { person: getMailGreeting(addressee), settingsLink: `${origin}/account?tab=notices`, unsubscribeLink }
  await sendMail(
    trxCtx,
    template,
    { ...content, ...frame },
    {
      to: addressee.email,
      priority: 'bulk',
      list: { id: 'weekly-digest', ...(unsubscribeLink.startsWith('https://') ? { oneClickUrl: unsubscribeLink } : {}) },
    },
  )
}
