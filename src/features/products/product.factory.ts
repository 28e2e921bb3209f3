import { foldText } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { saveProductSpecs } from '#features/products/specifications/spec.service.ts'
import { toPriceColumns } from '#features/products/prices/price.policy.ts'

export interface ProductOverrides {
  slug?: string
  name?: string
  description?: string
  price?: string | null
  categoryId?: number | null
  isFeatured?: boolean
  technicalSpecs?: string
}

export async function makeProduct({ db, site }: Pick<Context, 'db' | 'site'>, given: ProductOverrides = {}) {
  const slug = given.slug ?? `product-${crypto.randomUUID().slice(0, 8)}`
  const name = given.name ?? `Product ${slug}`
  const description = given.description ?? 'A plain product for tests.'
  const { id } = await db
    .insertInto('products')
    .values({
      slug,
      name,
      name_key: foldText(name),
      description,
      category_id: given.categoryId === undefined ? 1 : given.categoryId,
      ...toPriceColumns(given.price === undefined ? '£100' : given.price, site.settings.currency),
      is_featured: given.isFeatured ?? false,
      technical_specs: given.technicalSpecs ?? null,
      created_at: new Date().toISOString(),
      search_text: foldText(name, description),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveProductSpecs({ db, site }, id)
  return { id, slug, name }
}
