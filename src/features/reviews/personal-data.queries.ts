/** What of this room a member takes along in their export. */
import type { Context } from '#platform/context.ts'

type Db = Pick<Context, 'db'>
type Person = { id: number }

export const findReviewsOfPerson = ({ db }: Db, { id }: Person) =>
  db
    .selectFrom('reviews')
    .select(['id', 'product_id as productId', 'rating', 'title', 'content', 'created_at as createdAt', 'upvotes', 'downvotes'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
