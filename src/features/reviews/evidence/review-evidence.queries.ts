import type { Context } from '#platform/contract/context.ts'
import { countTotal, toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Evidence } from './review-evidence.contract.ts'

type Db = Pick<Context, 'db'>

export interface EvidenceRow {
  reviewId: number
  userId: number
  file: string
  note: string | null
  sentAt: string
}

/** @returns false, without a change, if evidence for the review already waits for a decision */
export async function insertEvidence({ db }: Db, { reviewId, userId, file, note, sentAt }: EvidenceRow): Promise<boolean> {
  const row = await db
    .insertInto('review_evidence')
    .values({ review_id: reviewId, user_id: userId, file, note, sent_at: sentAt })
    .onConflict((oc) => oc.column('review_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const findEvidence = ({ db }: Db, id: number) =>
  db.selectFrom('review_evidence').select(['review_id as reviewId', 'user_id as userId', 'file']).where('id', '=', id).executeTakeFirst()

export const findEvidenceOfReview = ({ db }: Db, reviewId: number, userId: number) =>
  db
    .selectFrom('review_evidence')
    .select('sent_at as sentAt')
    .where('review_id', '=', reviewId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Lists the evidence that waits for a decision, oldest first. */
export async function listEvidenceRows({ db }: Db, paging: Paging): Promise<ListResult<Evidence>> {
  const { offset, limit } = toOffsetLimit(paging)
  const items = await db
    .selectFrom('review_evidence as e')
    .innerJoin('reviews as r', 'r.id', 'e.review_id')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select((eb) => [
      'e.id',
      'e.review_id as reviewId',
      eb.fn.coalesce('u.display_name', 'u.username').as('username'),
      'p.name as productName',
      'p.slug as productSlug',
      'r.title',
      'r.content',
      'r.rating',
      'e.note',
      'e.sent_at as sentAt',
    ])
    .orderBy('e.sent_at')
    .orderBy('e.id')
    .offset(offset)
    .limit(limit)
    .execute()
  const total = await countTotal(items, paging, async () => {
    const { n } = await db
      .selectFrom('review_evidence')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  })
  return { items, total }
}

/** @returns false if the row does not exist, for example after a concurrent decision */
export async function deleteEvidence({ db }: Db, id: number): Promise<boolean> {
  const row = await db.deleteFrom('review_evidence').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

export async function deleteEvidenceOfPerson({ db }: Db, userId: number): Promise<void> {
  await db.deleteFrom('review_evidence').where('user_id', '=', userId).execute()
}

export async function deleteEvidenceBefore({ db }: Db, sentBefore: string): Promise<void> {
  await db.deleteFrom('review_evidence').where('sent_at', '<', sentBefore).execute()
}

/** Returns the names, among `files`, that have a row. */
export async function findKnownEvidence({ db }: Db, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set()
  const rows = await db.selectFrom('review_evidence').select('file').where('file', 'in', files).execute()
  return new Set(rows.map(({ file }) => file))
}

export async function updateVerified({ db }: Db, reviewIds: readonly number[], verifiedBy: 'enquiry' | 'evidence'): Promise<void> {
  await db.updateTable('reviews').set({ is_verified: true, verified_by: verifiedBy }).where('id', 'in', reviewIds).execute()
}

/** Lists the ids of unverified reviews by members who have a completed enquiry about the product. */
export async function listProvenReviews({ db }: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('enquiries as e')
    .innerJoin('reviews as r', (join) => join.onRef('r.user_id', '=', 'e.user_id').onRef('r.product_id', '=', 'e.product_id'))
    .select('r.id')
    .distinct()
    .where('e.status', '=', 'completed')
    .where('r.is_verified', '=', false)
    .where('r.user_id', '!=', GUEST_ID)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const findEvidenceOfPerson = ({ db }: Db, { id }: { id: number }) =>
  db
    .selectFrom('review_evidence')
    .select(['review_id as reviewId', 'note', 'sent_at as sentAt'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
