/** Notifies administrators once when the review of a record is due. */
import { sendMail } from '#features/mail/mail.service.ts'
import { sendNotices } from '#features/notices/notice.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { NextDue } from '#platform/jobs/jobs.ts'
import { dutyOf } from './duties.policy.ts'
import { dutyReviewMail } from './duty.mail.ts'
import * as queries from './duty.queries.ts'

const PATH = '/admin/duties'

/** Counts the duties whose review is due, for the dashboard. */
export const countDueDuties = (ctx: Pick<Context, 'db'>, now = new Date()): Promise<{ count: number; since: string | null }> =>
  queries.countDueReviews(ctx, now.toISOString())

/** @returns when the next record becomes due */
export async function remindOfDuties(ctx: Context, now = new Date()): Promise<NextDue> {
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const rows = await queries.listUnremindedRows(trxCtx, now.toISOString())
    if (rows.length === 0) return
    const administrators = await queries.listAdministrators(trxCtx)
    const origin = rows.findLast((row) => row.origin)?.origin ?? ''
    await sendNotices(
      trxCtx,
      administrators.flatMap(({ id: userId }) =>
        rows.map(({ duty }) => ({
          userId,
          kind: 'duty' as const,
          about: `duty:${duty}`,
          title: `Review due: ${dutyOf(duty).title}`,
          path: `${PATH}?open=${duty}`,
          origin,
          actorId: null,
          firstItem: 0,
          lastItem: 0,
          items: 1,
        })),
      ),
    )
    const content = { titles: rows.map(({ duty }) => dutyOf(duty).title), link: `${origin}${PATH}` }
    for (const { email } of administrators) if (email !== null) await sendMail(trxCtx, dutyReviewMail, content, { to: email })
    await queries.markReminded(
      trxCtx,
      rows.map(({ id }) => id),
      now.toISOString(),
    )
  })
  return queries.findNextReview(ctx)
}
