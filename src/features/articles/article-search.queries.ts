/** Creates the search documents for published articles. */
import { isOneOf } from '#db/search/search-index.ts'
import { withReferenceValues } from '#features/figures/figure.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { Feature } from '#platform/contract/feature.ts'
import { toPlainLines } from '#platform/markdown/plain-text.ts'

type SearchSource = NonNullable<Feature['search']>[number]

export const articleSearch: SearchSource = {
  kind: 'article',
  label: 'Guides',
  feature: 'articles',
  find: async (ctx, ids) => {
    const { db } = ctx
    const rows = await db
      .selectFrom('articles as a')
      .leftJoin('experts as e', 'e.id', 'a.author_id')
      .leftJoin('categories as c', 'c.id', 'a.category_id')
      .select(['a.id', 'a.slug', 'a.title', 'a.summary', 'a.content', 'a.published_at as date', 'a.rating', 'c.slug as category'])
      .select((eb) => eb.fn.coalesce('a.author_name', 'e.name').as('author'))
      .where(isOneOf(db, 'a.id', ids))
      .where('a.status', '=', 'published')
      .execute()
    return Promise.all(
      rows.map(async ({ id, slug, title, summary, content, date, rating, category, author }) => {
        const { headings, lines } = toPlainLines(await withReferenceValues(ctx, content, true))
        return {
          id,
          url: `/articles/${slug}`,
          title,
          headings: headings.join('\n'),
          summary: await withReferenceValues(ctx, summary ?? '', true),
          body: [...lines, ...(author ? [author] : [])].join('\n'),
          category,
          date,
          quality: (rating ?? 0) / 5,
        }
      }),
    )
  },
  listIds: listArticleIds,
}

async function listArticleIds({ db }: Pick<Context, 'db'>, after: number, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('articles').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}
