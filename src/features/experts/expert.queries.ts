import type { Context } from '#platform/context.ts'
import type { Listed } from '#platform/endpoint.ts'
import type { Expert, ExpertArticle } from './expert.contract.ts'

export const list = ({ db }: Context): Promise<Expert[]> =>
  db.selectFrom('experts').select(['id', 'slug', 'name', 'title', 'avatar_url as avatarUrl', 'interest', 'bio']).orderBy('id').execute()

const selectArticle = ({ db }: Context) =>
  db.selectFrom('expert_articles').select(['id', 'expert_id as expertId', 'title', 'content', 'published_at as publishedAt'])

/** Newest first. */
export async function listArticles(ctx: Context, limit: number): Promise<Listed<ExpertArticle>> {
  const [items, { n }] = await Promise.all([
    selectArticle(ctx)
      .orderBy('published_at', (o) => o.desc().nullsLast())
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    ctx.db
      .selectFrom('expert_articles')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total: n }
}

export const findArticle = (ctx: Context, id: number): Promise<ExpertArticle | undefined> =>
  selectArticle(ctx).where('id', '=', id).executeTakeFirst()
