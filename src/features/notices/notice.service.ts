/** What a member is told: on the site at once, by mail as they want it. Other rooms call `sendNotices` in the transaction of what has happened. */
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import { mailLink } from '#features/mail/mail.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { unauthorized } from '#platform/contract/errors.ts'
import { timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { digestJob, mailNoticesJob } from './notice-job.service.ts'
import { DIGEST_HOUR, NOTICE_RETENTION_DAYS, MAIL_WAIT_MS, type NewNotice } from './notice-kind.policy.ts'
import { getTimings } from './preference.service.ts'
import type { Notice } from './notice.contract.ts'
import * as queries from './notice.queries.ts'

/** The beginning of an address for a mail that is written later: empty where nobody knows it. */
export const originForMail = (ctx: Pick<Context, 'caller'>): string => mailLink(ctx, '/').slice(0, -1)

/** Tells some people at once; not the guests, and nobody of their own doing. */
export async function sendNotices(ctx: Pick<Context, 'db'>, notices: readonly NewNotice[]): Promise<void> {
  const told = notices.filter(({ userId, actorId }) => userId !== GUEST_ID && userId !== actorId)
  if (told.length === 0) return
  const now = new Date()
  const timingOf = await getTimings(
    ctx,
    told.map(({ userId }) => userId),
  )
  for (const notice of told) {
    await queries.upsertNotice(ctx, notice, now.toISOString())
    const timing = notice.isMailed || notice.kind === 'security' ? 'off' : timingOf(notice.userId, notice.kind)
    if (timing === 'now') await enqueueNoticeMail(ctx, notice.userId, new Date(now.getTime() + MAIL_WAIT_MS))
    if (timing === 'daily') await enqueueDigest(ctx, notice.userId, now)
  }
}

export const enqueueNoticeMail = (ctx: Pick<Context, 'db'>, userId: number, at: Date): Promise<boolean> =>
  enqueueJob(ctx, mailNoticesJob, { userId }, { key: String(userId), at })

/** At the next morning. */
export function enqueueDigest(ctx: Pick<Context, 'db'>, userId: number, now: Date): Promise<boolean> {
  const at = new Date(now)
  at.setUTCHours(DIGEST_HOUR, 0, 0, 0)
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1)
  return enqueueJob(ctx, digestJob, { userId }, { key: String(userId), at })
}

/** Something that was told of is hidden or gone: who has not read of it need not hear of it. */
export const retractNotice = queries.removeNoticeItem
export const removeNoticesAbout = queries.deleteNoticesAbout
export const countUnreadNotices = queries.countUnread

const ownerOf = ({ viewer }: Context): number => {
  if (!viewer) throw unauthorized()
  return viewer.id
}

export const listNotices = (ctx: Context, paging: Paging): Promise<ListResult<Notice>> => queries.listNoticeRows(ctx, ownerOf(ctx), paging)

export async function readNotices(
  ctx: Context,
  which: { ids?: number[] | undefined; about?: string | undefined },
): Promise<{ unread: number }> {
  await queries.markRead(ctx, ownerOf(ctx), which, new Date().toISOString())
  return { unread: await queries.countUnread(ctx, ownerOf(ctx)) }
}

const KEPT_MS = NOTICE_RETENTION_DAYS * 86_400_000

/** Housekeeping. */
export async function removeOldNotices(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteNoticesBefore(ctx, new Date(now - KEPT_MS).toISOString())
  return timeAfter(await findLowest(ctx.db, 'notices', 'at'), KEPT_MS)
}
