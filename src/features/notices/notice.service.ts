/** Notifies members on the site and, depending on their preferences, by mail. Call `sendNotices` in the transaction of the event. */
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import { loadMutes } from '#features/mutes/mute.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { unauthorized } from '#platform/contract/errors.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { digestJob, mailNoticesJob } from './notice-job.service.ts'
import { DIGEST_HOUR, NOTICE_RETENTION_DAYS, MAIL_DELAY_MS, isConfigurable, type NewNotice, type NoticeKind } from './notice-kind.policy.ts'
import { getTimings } from './preference.service.ts'
import type { Notice } from './notice.contract.ts'
import * as queries from './notice.queries.ts'

export { originForMail } from './mail-origin.service.ts'
/** Returns the origin of the newest notice, for jobs, which have no request; empty if there is none. */
export const findLatestOrigin = queries.findLatestOrigin

/** Kinds of notices that a muted member causes none of. Others are needed even then, such as a moderator's decision. */
const MUTABLE_KINDS: readonly NoticeKind[] = ['reply', 'answer', 'mention']

/** Notifies the recipients, except the guest account, the actor, and members who have muted the actor. */
export async function sendNotices(ctx: Pick<Context, 'db'>, notices: readonly NewNotice[]): Promise<void> {
  const addressed = notices.filter(({ userId, actorId }) => userId !== GUEST_ID && userId !== actorId)
  const mutable = addressed.filter(({ kind }) => MUTABLE_KINDS.includes(kind))
  const isMuted = await loadMutes(
    ctx,
    mutable.map(({ userId }) => userId),
    mutable.flatMap(({ actorId }) => actorId ?? []),
  )
  const accepted = addressed.filter(({ userId, actorId, kind }) => !MUTABLE_KINDS.includes(kind) || !isMuted(userId, actorId))
  if (accepted.length === 0) return
  const now = new Date()
  const getTiming = await getTimings(
    ctx,
    accepted.map(({ userId }) => userId),
  )
  for (const notice of accepted) {
    await queries.upsertNotice(ctx, notice, now.toISOString())
    const timing = notice.isMailed || !isConfigurable(notice.kind) ? 'off' : getTiming(notice.userId, notice.kind)
    if (timing === 'now') await enqueueNoticeMail(ctx, notice.userId, new Date(now.getTime() + MAIL_DELAY_MS))
    if (timing === 'daily') await enqueueDigest(ctx, notice.userId, now)
  }
}

export const enqueueNoticeMail = (ctx: Pick<Context, 'db'>, userId: number, at: Date): Promise<boolean> =>
  enqueueJob(ctx, mailNoticesJob, { userId }, { key: String(userId), at })

/** Enqueues the digest for the next `DIGEST_HOUR`. */
export function enqueueDigest(ctx: Pick<Context, 'db'>, userId: number, now: Date): Promise<boolean> {
  const at = new Date(now)
  at.setUTCHours(DIGEST_HOUR, 0, 0, 0)
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1)
  return enqueueJob(ctx, digestJob, { userId }, { key: String(userId), at })
}

/** Removes a hidden or deleted item from unread notices. */
export const retractNotice = queries.removeNoticeItem
export const removeNoticesAbout = queries.deleteNoticesAbout
export const countUnreadNotices = queries.countUnread

const getViewerId = ({ viewer }: Context): number => {
  if (!viewer) throw unauthorized()
  return viewer.id
}

export const listNotices = (ctx: Context, paging: Paging): Promise<ListResult<Notice>> =>
  queries.listNoticeRows(ctx, getViewerId(ctx), paging)

export async function readNotices(
  ctx: Context,
  filter: { ids?: number[] | undefined; about?: string | undefined },
): Promise<{ unread: number }> {
  await queries.markRead(ctx, getViewerId(ctx), filter, new Date().toISOString())
  return { unread: await queries.countUnread(ctx, getViewerId(ctx)) }
}

const RETENTION_MS = NOTICE_RETENTION_DAYS * 86_400_000

/**
 * Deletes notices that are past the retention period.
 * @returns when the oldest remaining notice is due; null if there is none
 */
export async function removeOldNotices(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteNoticesBefore(ctx, new Date(now - RETENTION_MS).toISOString())
  return addMs(await findLowest(ctx.db, 'notices', 'at'), RETENTION_MS)
}
