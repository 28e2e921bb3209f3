/** Mails unread notices to members, a few minutes after the event or in a daily digest. */
import { handleJob, type RunningJob } from '#features/job-queue/job-handler.service.ts'
import { sendMail } from '#features/mail/mail.service.ts'
import type { MailTemplate } from '#features/mail/mail-template.service.ts'
import { getMailGreeting } from '#features/users/mail-greeting.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { digestJob, mailNoticesJob } from './notice-job.service.ts'
import { CONFIGURABLE_KINDS, isConfigurable, MAX_MAILS_PER_DAY } from './notice-kind.policy.ts'
import { digestMail, noticesMail } from './notice.mail.ts'
import * as queries from './notice.queries.ts'
import { enqueueDigest } from './notice.service.ts'
import { getTimings, formatUnsubscribeKey, createUnsubscribeKey, type UnsubscribableKind } from './preference.service.ts'
import * as senders from './preference.queries.ts'
import { toUtcDay } from '#wording/iso-day.ts'

/** Maximum number of notices that a mail lists. */
const MAX_LISTED = 10
/** Maximum number of unread notices that are loaded for a mail; members have fewer in practice. */
const MAX_LOADED = 500

export const noticeJobHandlers = [
  handleJob(mailNoticesJob, { concurrency: 4, run: (ctx, { userId }, job) => mailNotices(ctx, userId, job) }),
  handleJob(digestJob, { concurrency: 4, run: (ctx, { userId }, job) => mailDigest(ctx, userId, job) }),
]

/** Sends one mail per kind. Once the daily limit is reached, the remaining notices go into the digest. */
function mailNotices(ctx: Context, userId: number, job: RunningJob): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await job.finish(db)
    const unmailed = await findUnmailed(trxCtx, userId)
    if (!unmailed) return
    const getTiming = await getTimings(trxCtx, [userId])
    for (const kind of CONFIGURABLE_KINDS) {
      const dueNotices = unmailed.notices.filter((notice) => notice.kind === kind && getTiming(userId, kind) === 'now')
      if (dueNotices.length === 0) continue
      if (await isOverLimit(trxCtx, userId)) {
        await enqueueDigest(trxCtx, userId, new Date())
        return
      }
      await sendNoticeMail(trxCtx, userId, unmailed, noticesMail, kind, dueNotices)
    }
  })
}

/** Mails all unread notices that have not been mailed and whose kind is not turned off. */
function mailDigest(ctx: Context, userId: number, job: RunningJob): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await job.finish(db)
    const unmailed = await findUnmailed(trxCtx, userId)
    if (!unmailed) return
    const getTiming = await getTimings(trxCtx, [userId])
    const dueNotices = unmailed.notices.filter(({ kind }) => isConfigurable(kind) && getTiming(userId, kind) !== 'off')
    if (dueNotices.length > 0) await sendNoticeMail(trxCtx, userId, unmailed, digestMail, 'digest', dueNotices)
  })
}

/** Address and greeting of a member, with the unread notices that have not been mailed. */
type Unmailed = { email: string; person: string; notices: queries.UnmailedNotice[] }

async function findUnmailed(ctx: Pick<Context, 'db'>, userId: number): Promise<Unmailed | undefined> {
  const addressee = await senders.findAddressee(ctx, userId)
  if (!addressee?.email) return undefined
  const notices = await queries.listUnmailed(ctx, userId, MAX_LOADED)
  return { email: addressee.email, person: getMailGreeting(addressee), notices }
}

async function isOverLimit(ctx: Pick<Context, 'db'>, userId: number): Promise<boolean> {
  const { day, mails } = await senders.getOrCreateSender(ctx, userId, createUnsubscribeKey())
  return day === toUtcDay() && mails >= MAX_MAILS_PER_DAY
}

async function sendNoticeMail(
  ctx: Context,
  userId: number,
  { email, person }: Unmailed,
  template: MailTemplate<Parameters<typeof noticesMail.write>[1]>,
  kind: UnsubscribableKind,
  dueNotices: readonly queries.UnmailedNotice[],
): Promise<void> {
  const { leaveKey, day, mails } = await senders.getOrCreateSender(ctx, userId, createUnsubscribeKey())
  const origin = dueNotices.at(-1)?.origin ?? ''
  const listed = dueNotices.slice(0, MAX_LISTED)
  const unsubscribeUrl = `${origin}/notices/leave/${formatUnsubscribeKey(kind, leaveKey)}`
  const content = {
    person,
    notices: listed.map((notice) => ({ ...notice, link: notice.origin + notice.path })),
    more: dueNotices.length - listed.length,
    listLink: `${origin}/notices`,
    settingsLink: `${origin}/account?tab=notices`,
    unsubscribeLink: unsubscribeUrl,
  }
  await sendMail(ctx, template, content, {
    to: email,
    priority: kind === 'digest' ? 'bulk' : 'normal',
    list: { id: `notices-${kind}`, ...(unsubscribeUrl.startsWith('https://') ? { oneClickUrl: unsubscribeUrl } : {}) },
  })
  await queries.markMailed(
    ctx,
    dueNotices.map(({ id }) => id),
  )
  await senders.updateMailCount(ctx, userId, toUtcDay(), day === toUtcDay() ? mails + 1 : 1)
}
