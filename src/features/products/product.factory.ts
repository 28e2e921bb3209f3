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

export async function makeProduct({ db, site }: Pick<Context, 'db' | 'site'>, overrides: ProductOverrides = {}) {
  const slug = overrides.slug ?? `product-${crypto.randomUUID().slice(0, 8)}`
  const name = overrides.name ?? `Product ${slug}`
  const description = overrides.description ?? 'A plain product for tests.'
  const { id } = await db
    .insertInto('products')
    .values({
      slug,
      name,
      name_key: foldText(name),
      description,
      category_id: overrides.categoryId === undefined ? 1 : overrides.categoryId,
      ...toPriceColumns(overrides.price === undefined ? '£100' : overrides.price, site.settings.currency),
      is_featured: overrides.isFeatured ?? false,
      technical_specs: overrides.technicalSpecs ?? null,
      created_at: new Date().toISOString(),
      search_text: foldText(name, description),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveProductSpecs({ db, site }, id)
  return { id, slug, name }
}
