import { changedColumns } from '#db/changes/changed-columns.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { foldText, isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { Product } from '#features/products/product.contract.ts'
import { toPriceColumns } from '#features/products/prices/price.policy.ts'

type Db = Pick<Context, 'db'>

/** The fields that administrators edit; all others are derived. */
export type ProductFields = Pick<
  Product,
  'name' | 'slug' | 'description' | 'categoryId' | 'price' | 'image' | 'imageAlt' | 'features' | 'technicalSpecs' | 'isFeatured' | 'isDemo'
>

const toColumns = (fields: ProductFields, { settings }: Context['site']) => ({
  slug: fields.slug,
  name: fields.name,
  name_key: foldText(fields.name),
  description: fields.description,
  category_id: fields.categoryId,
  ...toPriceColumns(fields.price, settings.currency),
  image: fields.image,
  image_alt: fields.imageAlt,
  features: fields.features,
  technical_specs: fields.technicalSpecs,
  is_featured: fields.isFeatured,
  is_demo: fields.isDemo,
  search_text: foldText(fields.name, fields.description),
})

/** @returns the new id; undefined if another product has the slug */
export async function insertProduct(
  { db, site }: Pick<Context, 'db' | 'site'>,
  fields: ProductFields,
  createdAt: string,
): Promise<number | undefined> {
  const row = await db
    .insertInto('products')
    .values({ ...toColumns(fields, site), created_at: createdAt, changed_at: createdAt })
    .onConflict((oc) => oc.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** @returns false if another product has the slug; the caller must then roll the transaction back */
export async function updateProduct(
  { db, site }: Pick<Context, 'db' | 'site'>,
  id: number,
  before: ProductFields,
  after: ProductFields,
): Promise<boolean> {
  try {
    const columns = changedColumns(toColumns(before, site), toColumns(after, site))
    await db
      .updateTable('products')
      .set((eb) => ({ ...columns, changed_at: new Date().toISOString(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

const selectReviewIds = ({ db }: Db, productId: number) => db.selectFrom('reviews').select('id').where('product_id', '=', productId)

/** Finds a product's row and its dependent rows, as the trash stores them; undefined if there is no such product. */
export async function findProductRows(ctx: Db, id: number) {
  const { db } = ctx
  const product = await db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()
  if (!product) return undefined
  const reviews = await db.selectFrom('reviews').selectAll().where('product_id', '=', id).orderBy('id').execute()
  const votes = await db
    .selectFrom('votes')
    .selectAll()
    .where('subject_type', '=', 'review')
    .where('subject_id', 'in', selectReviewIds(ctx, id))
    .execute()
  const enquiries = await db.selectFrom('enquiries').select('id').where('product_id', '=', id).orderBy('id').execute()
  const pictures = await db.selectFrom('review_pictures').selectAll().where('review_id', 'in', selectReviewIds(ctx, id)).execute()
  const updates = await db.selectFrom('review_updates').selectAll().where('review_id', 'in', selectReviewIds(ctx, id)).execute()
  const waitingReviews = await db.selectFrom('waiting_reviews').selectAll().where('product_id', '=', id).orderBy('id').execute()
  return { product, reviews, votes, pictures, updates, waitingReviews, enquiryIds: enquiries.map((row) => row.id) }
}

/** Deletes a product and its dependent rows, except enquiries: these stay, with the product's name and price when they were sent. */
export async function deleteProductRows(ctx: Db, id: number): Promise<void> {
  const { db } = ctx
  await db.deleteFrom('votes').where('subject_type', '=', 'review').where('subject_id', 'in', selectReviewIds(ctx, id)).execute()
  await db.deleteFrom('reviews').where('product_id', '=', id).execute()
  await db.updateTable('enquiries').set({ product_id: null }).where('product_id', '=', id).execute()
  await db.deleteFrom('product_figures').where('product_id', '=', id).execute()
  await db.deleteFrom('products').where('id', '=', id).execute()
}

export async function linkEnquiries({ db }: Db, id: number, enquiryIds: number[]): Promise<void> {
  if (enquiryIds.length === 0) return
  await db
    .updateTable('enquiries')
    .set({ product_id: id })
    .where('product_id', 'is', null)
    .where(isOneOf(db, 'id', enquiryIds))
    .execute()
}
