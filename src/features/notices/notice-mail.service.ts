/** Mails unread notices, a few minutes after the event or in a daily digest. */
import { handleJob, type RunningJob } from '#features/job-queue/job-handler.service.ts'
import { sendMail } from '#features/mail/mail.service.ts'
import type { MailTemplate } from '#features/mail/mail-template.service.ts'
import { getMailGreeting } from '#features/users/mail-greeting.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { digestJob, mailNoticesJob } from './notice-job.service.ts'
import { CONFIGURABLE_KINDS, MAX_MAILS_PER_DAY } from './notice-kind.policy.ts'
import { digestMail, noticesMail } from './notice.mail.ts'
import * as queries from './notice.queries.ts'
import { enqueueDigest } from './notice.service.ts'
import { getTimings, formatUnsubscribeKey, createUnsubscribeKey, type UnsubscribableKind } from './preference.service.ts'
import * as senders from './preference.queries.ts'

/** Notices listed in one mail. */
const MAX_SHOWN = 10
/** Upper bound of unread notices that are read; more than members have in practice. */
const MAX_READ = 500

export const noticeJobHandlers = [
  handleJob(mailNoticesJob, { concurrency: 4, run: (ctx, { userId }, job) => mailNotices(ctx, userId, job) }),
  handleJob(digestJob, { concurrency: 4, run: (ctx, { userId }, job) => mailDigest(ctx, userId, job) }),
]

/** Sends one mail per kind. Over the daily limit the notices go into the digest. */
function mailNotices(ctx: Context, userId: number, job: RunningJob): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await job.finish(db)
    const found = await findUnmailed(trxCtx, userId)
    if (!found) return
    const timingOf = await getTimings(trxCtx, [userId])
    for (const kind of CONFIGURABLE_KINDS) {
      const due = found.notices.filter((notice) => notice.kind === kind && timingOf(userId, kind) === 'now')
      if (due.length === 0) continue
      if (await isOverLimit(trxCtx, userId)) {
        await enqueueDigest(trxCtx, userId, new Date())
        return
      }
      await send(trxCtx, userId, found, noticesMail, kind, due)
    }
  })
}

/** Sends all unread, unmailed notices whose kind is not turned off. */
function mailDigest(ctx: Context, userId: number, job: RunningJob): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await job.finish(db)
    const found = await findUnmailed(trxCtx, userId)
    if (!found) return
    const timingOf = await getTimings(trxCtx, [userId])
    const due = found.notices.filter(({ kind }) => kind !== 'security' && timingOf(userId, kind) !== 'off')
    if (due.length > 0) await send(trxCtx, userId, found, digestMail, 'digest', due)
  })
}

type Unmailed = { email: string; person: string; notices: queries.UnmailedNotice[] }

async function findUnmailed(ctx: Pick<Context, 'db'>, userId: number): Promise<Unmailed | undefined> {
  const addressee = await senders.findAddressee(ctx, userId)
  if (!addressee?.email) return undefined
  const notices = await queries.listUnmailed(ctx, userId, MAX_READ)
  return { email: addressee.email, person: getMailGreeting(addressee), notices }
}

const today = (): string => new Date().toISOString().slice(0, 10)

async function isOverLimit(ctx: Pick<Context, 'db'>, userId: number): Promise<boolean> {
  const { day, mails } = await senders.getOrCreateSender(ctx, userId, createUnsubscribeKey())
  return day === today() && mails >= MAX_MAILS_PER_DAY
}

async function send(
  ctx: Context,
  userId: number,
  { email, person }: Unmailed,
  template: MailTemplate<Parameters<typeof noticesMail.write>[1]>,
  kind: UnsubscribableKind,
  due: readonly queries.UnmailedNotice[],
): Promise<void> {
  const { leaveKey, day, mails } = await senders.getOrCreateSender(ctx, userId, createUnsubscribeKey())
  const origin = due.at(-1)?.origin ?? ''
  const shown = due.slice(0, MAX_SHOWN)
  const unsubscribeUrl = `${origin}/notices/leave/${formatUnsubscribeKey(kind, leaveKey)}`
  const content = {
    person,
    notices: shown.map((notice) => ({ ...notice, link: notice.origin + notice.path })),
    more: due.length - shown.length,
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
    due.map(({ id }) => id),
  )
  await senders.updateMailCount(ctx, userId, today(), day === today() ? mails + 1 : 1)
}
