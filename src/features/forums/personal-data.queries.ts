/** Reads a member's topics and replies for the personal-data export. */
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
type Person = { id: number }

export const findTopicsOfPerson = ({ db }: Db, { id }: Person) =>
  db
    .selectFrom('topics')
    .select(['id', 'title', 'content', 'category_id as categoryId', 'created_at as createdAt', 'status', 'upvotes', 'downvotes'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()

export const findRepliesOfPerson = ({ db }: Db, { id }: Person) =>
  db
    .selectFrom('replies')
    .select(['id', 'topic_id as topicId', 'content', 'created_at as createdAt', 'status', 'upvotes', 'downvotes'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
