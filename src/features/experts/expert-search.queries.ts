/** Builds the search documents for expert articles, which include the name and the profession of the author. */
import { isOneOf } from '#db/search/search-index.ts'
import { withReferenceValues } from '#features/figures/figure.service.ts'
import type { Feature } from '#platform/contract/feature.ts'
import { toPlainLines } from '#platform/markdown/plain-text.ts'

export const expertSearch: NonNullable<Feature['search']>[number] = {
  kind: 'expert',
  label: 'Expert advice',
  feature: 'expertAdvice',
  find: async (ctx, ids) => {
    const { db } = ctx
    const rows = await db
      .selectFrom('expert_articles as a')
      .innerJoin('experts as e', 'e.id', 'a.expert_id')
      .select(['a.id', 'a.title', 'a.content', 'a.published_at as date', 'e.name', 'e.title as profession', 'e.is_demo as isDemo'])
      .where(isOneOf(db, 'a.id', ids))
      .execute()
    return Promise.all(
      rows.map(async ({ id, title, content, date, name, profession, isDemo }) => {
        const { headings, lines } = toPlainLines(await withReferenceValues(ctx, content, true))
        const [summary = '', ...body] = lines
        return {
          id,
          url: `/articles/expert/${id}`,
          title,
          headings: headings.join('\n'),
          summary,
          body: [...body, `${name}, ${profession}`].join('\n'),
          date,
          isDemo,
        }
      }),
    )
  },
  listIds: async ({ db }, after, limit) => {
    const rows = await db.selectFrom('expert_articles').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
    return rows.map(({ id }) => id)
  },
}
