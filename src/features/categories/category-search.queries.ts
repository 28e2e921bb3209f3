/** Builds the search documents for categories. */
import { isOneOf } from '#db/search/search-index.ts'
import type { Feature } from '#platform/contract/feature.ts'

export const categorySearch: NonNullable<Feature['search']>[number] = {
  kind: 'category',
  label: 'Categories',
  find: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('categories')
      .select(['id', 'slug', 'name', 'description'])
      .where(isOneOf(db, 'id', ids))
      .execute()
    return rows.map(({ id, slug, name, description }) => ({
      id,
      url: `/category/${slug}`,
      title: name,
      summary: description,
      body: '',
      category: slug,
    }))
  },
  listIds: async ({ db }, after, limit) => {
    const rows = await db.selectFrom('categories').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
    return rows.map(({ id }) => id)
  },
}
