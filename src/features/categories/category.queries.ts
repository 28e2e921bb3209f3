import type { Context } from '#platform/contract/context.ts'
import type { Category } from './category.contract.ts'

const selectCategories = ({ db }: Context) =>
  db
    .selectFrom('categories as c')
    .select((eb) => [
      'c.id',
      'c.name',
      'c.slug',
      'c.description',
      'c.icon_name as iconName',
      eb
        .selectFrom('articles as a')
        .select((sub) => sub.fn.countAll<number>().as('n'))
        .whereRef('a.category_id', '=', 'c.id')
        .where('a.status', '=', 'published')
        .as('articleCount'),
      eb
        .selectFrom('products as p')
        .select((sub) => sub.fn.countAll<number>().as('n'))
        .whereRef('p.category_id', '=', 'c.id')
        .as('productCount'),
    ])
    .$narrowType<{ articleCount: number; productCount: number }>()

export const listCategoryRows = (ctx: Context): Promise<Category[]> => selectCategories(ctx).orderBy('c.id').execute()
export const findCategoryBySlug = (ctx: Context, slug: string): Promise<Category | undefined> =>
  selectCategories(ctx).where('c.slug', '=', slug).executeTakeFirst()
export const findCategoryById = (ctx: Context, id: number): Promise<Category | undefined> =>
  selectCategories(ctx).where('c.id', '=', id).executeTakeFirst()

export async function findCategoryIdBySlug({ db }: Context, slug: string): Promise<number | undefined> {
  const row = await db.selectFrom('categories').select('id').where('slug', '=', slug).executeTakeFirst()
  return row?.id
}
