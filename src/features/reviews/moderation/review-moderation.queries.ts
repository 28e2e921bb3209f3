import type { Context } from '#platform/contract/context.ts'
import type { HideReason } from './hide-reason.policy.ts'

type Db = Pick<Context, 'db'>

export interface ReviewDecision {
  /** Id of a review; for `rejected` and `rejection_undone`, id of a waiting review. */
  reviewId: number
  action: 'hidden' | 'restored' | 'rejected' | 'rejection_undone' | 'evidence_accepted' | 'evidence_refused'
  /** Null for actions other than `hidden` and `rejected`. */
  reason: HideReason | null
  /** When the review was posted. */
  reviewedAt: string
  /** When the decision was made. */
  at: string
}

export async function insertDecision({ db }: Db, { reviewId, action, reason, reviewedAt, at }: ReviewDecision): Promise<void> {
  await db.insertInto('review_decisions').values({ review_id: reviewId, action, reason, reviewed_at: reviewedAt, at }).execute()
}

export interface ReviewReplyRow {
  answer: string | null
  answer_from: 'maker' | 'site' | null
  answered_at: string | null
}

export async function updateReviewReply({ db }: Db, id: number, row: ReviewReplyRow): Promise<void> {
  await db.updateTable('reviews').set(row).where('id', '=', id).execute()
}

/** Counts the published reviews of real people that were posted at or after `since`, in total and by kind. */
export const countReviewsSince = ({ db }: Db, since: string) =>
  db
    .selectFrom('reviews')
    .select((eb) => [
      eb.fn.countAll<number>().as('published'),
      eb.fn.countAll<number>().filterWhere('verified_by', '=', 'enquiry').as('verifiedByEnquiry'),
      eb.fn.countAll<number>().filterWhere('verified_by', '=', 'evidence').as('verifiedByEvidence'),
      eb.fn.countAll<number>().filterWhere('answer', 'is not', null).as('answered'),
      eb.fn.countAll<number>().filterWhere('edited_at', 'is not', null).as('edited'),
    ])
    .where('created_at', '>=', since)
    .where('is_demo', '=', false)
    .executeTakeFirstOrThrow()

/** Lists the decisions about reviews that were posted at or after `since`, in the order in which they were made. */
export const listDecisionsSince = ({ db }: Db, since: string) =>
  db
    .selectFrom('review_decisions')
    .select(['review_id as reviewId', 'action', 'reason'])
    .where('reviewed_at', '>=', since)
    .orderBy('id')
    .execute()

/** Whether the last decision about a review's visibility has hidden it. */
export async function isHidden({ db }: Db, reviewId: number): Promise<boolean> {
  const last = await db
    .selectFrom('review_decisions')
    .select('action')
    .where('review_id', '=', reviewId)
    .where('action', 'in', ['hidden', 'restored'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.action === 'hidden'
}
