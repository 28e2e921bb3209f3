import { sql } from 'kysely'
import type { Context } from '#platform/contract/context.ts'
import { countTotal, type ListResult } from '#platform/contract/endpoint.ts'
import type { Expert, ExpertArticle } from './expert.contract.ts'

export const listExpertRows = ({ db }: Context): Promise<Expert[]> =>
  db
    .selectFrom('experts')
    .select(['id', 'slug', 'name', 'title', 'avatar_url as avatarUrl', 'interest', 'bio', 'is_demo as isDemo'])
    .orderBy('id')
    .execute()

const selectArticles = ({ db }: Context, maxCharacters?: number) =>
  db
    .selectFrom('expert_articles as a')
    .leftJoin('experts as e', 'e.id', 'a.expert_id')
    .select([
      'a.id',
      'a.expert_id as expertId',
      'a.title',
      'a.published_at as publishedAt',
      'a.is_demo as isMarked',
      'e.is_demo as isExpertDemo',
      (maxCharacters === undefined ? sql<string>`a.content` : sql<string>`substr(a.content, 1, ${maxCharacters})`).as('content'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectArticles>['executeTakeFirstOrThrow']>>
const toExpertArticle = ({ isMarked, isExpertDemo, ...row }: Row): ExpertArticle => ({ ...row, isDemo: isMarked || isExpertDemo === true })

/**
 * Lists expert articles, newest first.
 * @param maxCharacters maximum length of the content, which is cut after it; undefined for the complete content
 */
export async function listExpertArticleRows(ctx: Context, limit: number, maxCharacters?: number): Promise<ListResult<ExpertArticle>> {
  const rows = await selectArticles(ctx, maxCharacters)
    .orderBy('a.published_at', (order) => order.desc().nullsLast())
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
  const total = await countTotal(rows, { page: 1, perPage: limit }, async () => {
    const { n } = await ctx.db
      .selectFrom('expert_articles')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  })
  return { items: rows.map(toExpertArticle), total }
}

export async function findExpertArticle(ctx: Context, id: number): Promise<ExpertArticle | undefined> {
  const row = await selectArticles(ctx).where('a.id', '=', id).executeTakeFirst()
  return row && toExpertArticle(row)
}
