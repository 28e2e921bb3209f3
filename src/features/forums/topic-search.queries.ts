/** Builds the search documents for topics, which include their replies. Hidden and waiting posts are excluded. */
import { isDemoPost } from '#db/demo-account.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import type { Feature } from '#platform/contract/feature.ts'
import { toPlainLines } from '#platform/markdown/plain-text.ts'

/** Maximum number of replies per topic that are indexed; the oldest come first. */
const MAX_INDEXED_REPLIES = 2_000

/** Lists the indexed replies to one topic. A query for several topics would make SQLite scan all visible replies. */
async function listIndexedReplies(db: SiteDatabase, topicId: number): Promise<{ id: number; content: string }[]> {
  return db
    .selectFrom('replies')
    .select(['id', 'content'])
    .where('topic_id', '=', topicId)
    .where('status', '=', 'visible')
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_INDEXED_REPLIES)
    .execute()
}

export const topicSearch: NonNullable<Feature['search']>[number] = {
  kind: 'topic',
  label: 'Forum',
  feature: 'forums',
  find: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('topics as t')
      .leftJoin('categories as c', 'c.id', 't.category_id')
      .leftJoin('users as u', 'u.id', 't.user_id')
      .select(['t.id', 't.title', 't.content', 't.active_at as date', 't.reply_count as replies', 't.upvotes', 'c.slug as category'])
      .select(isDemoPost('t').as('isDemo'))
      .where(isOneOf(db, 't.id', ids))
      .where('t.status', '=', 'visible')
      .execute()
    const replies = new Map<number, { content: string }[]>()
    for (const { id } of rows) replies.set(id, await listIndexedReplies(db, id))
    return rows.map(({ id, title, content, date, replies: count, upvotes, category, isDemo }) => {
      const replyLines = (replies.get(id) ?? []).flatMap((reply) => toPlainLines(reply.content).lines)
      const { headings, lines } = toPlainLines(content)
      return {
        id,
        url: `/forum/${id}`,
        title,
        summary: [...headings, ...lines].join('\n'),
        body: replyLines.join('\n'),
        category,
        date,
        isDemo: Boolean(isDemo),
        quality: Math.min(1, Math.log1p(count + 2 * upvotes) / Math.log(40)),
      }
    })
  },
  findPart: async ({ db }, id, excerpt) => {
    const reply = (await listIndexedReplies(db, id)).find(({ content }) =>
      toPlainLines(content).lines.some((line) => line.includes(excerpt)),
    )
    return reply && replyPath(id, reply.id)
  },
  listIds: async ({ db }, after, limit) => {
    const rows = await db.selectFrom('topics').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
    return rows.map(({ id }) => id)
  },
}
