/** Reads the public activity on the site since a given time. */
import { sql } from 'kysely'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export const listNewArticles = ({ db }: Db, since: string, now: string, limit: number) =>
  db
    .selectFrom('articles')
    .select(['slug', 'title', 'summary', 'content'])
    .where('status', '=', 'published')
    .where('published_at', '>', since)
    .where('published_at', '<=', now)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Returns the replies with more upvotes than downvotes, those with the largest difference first. */
export const listUsefulAnswers = ({ db }: Db, since: string, limit: number) =>
  db
    .selectFrom('replies as r')
    .innerJoin('topics as t', 't.id', 'r.topic_id')
    .select(['r.id', 'r.topic_id as topicId', 'r.content', 't.title'])
    .where('r.status', '=', 'visible')
    .where('t.status', '=', 'visible')
    .where('r.created_at', '>', since)
    .whereRef('r.upvotes', '>', 'r.downvotes')
    .orderBy(sql`r.upvotes - r.downvotes`, 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()

export const listBestReviews = ({ db }: Db, since: string, limit: number) =>
  db
    .selectFrom('reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['p.slug', 'p.name', 'r.title', 'r.content', 'r.rating'])
    .where('r.created_at', '>', since)
    .orderBy(sql`r.upvotes - r.downvotes`, 'desc')
    .orderBy('r.is_verified', 'desc')
    .orderBy('r.rating', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()

export const listNewProducts = ({ db }: Db, since: string, limit: number) =>
  db
    .selectFrom('products')
    .select(['slug', 'name', 'price', 'description'])
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Returns price changes from the audit log, oldest first, without products that are new themselves. */
export const listProductChanges = ({ db }: Db, since: string, limit: number) =>
  db
    .selectFrom('audit_entries as a')
    .innerJoin('products as p', 'p.id', 'a.subject_id')
    .select(['p.slug', 'p.name', 'p.price', 'a.before'])
    .where('a.action', '=', 'product.edit')
    .where('a.at', '>', since)
    .where('p.created_at', '<=', since)
    .where('a.before', 'like', '%"price"%')
    .orderBy('a.id')
    .limit(limit)
    .execute()
