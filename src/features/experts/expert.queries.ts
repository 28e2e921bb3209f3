import { sql } from 'kysely'
import type { Context } from '#platform/contract/context.ts'
import { countTotal, type ListResult } from '#platform/contract/endpoint.ts'
import type { Expert, ExpertArticle } from './expert.contract.ts'

export const listExpertRows = ({ db }: Context): Promise<Expert[]> =>
  db.selectFrom('experts').select(['id', 'slug', 'name', 'title', 'avatar_url as avatarUrl', 'interest', 'bio']).orderBy('id').execute()

const selectArticles = ({ db }: Context, maxCharacters?: number) =>
  db
    .selectFrom('expert_articles')
    .select([
      'id',
      'expert_id as expertId',
      'title',
      'published_at as publishedAt',
      (maxCharacters === undefined ? sql<string>`content` : sql<string>`substr(content, 1, ${maxCharacters})`).as('content'),
    ])

/**
 * Lists expert articles, newest first.
 * @param maxCharacters maximum length of the content, which is cut after it; undefined for the complete content
 */
export async function listExpertArticleRows(ctx: Context, limit: number, maxCharacters?: number): Promise<ListResult<ExpertArticle>> {
  const items = await selectArticles(ctx, maxCharacters)
    .orderBy('published_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const total = await countTotal(items, { page: 1, perPage: limit }, async () => {
    const { n } = await ctx.db
      .selectFrom('expert_articles')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  })
  return { items, total }
}

export const findExpertArticle = (ctx: Context, id: number): Promise<ExpertArticle | undefined> =>
  selectArticles(ctx).where('id', '=', id).executeTakeFirst()
