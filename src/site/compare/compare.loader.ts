import { categoriesQuery, type Category } from '#features/categories/category.client.ts'
import { compareQuery, productsOfCategoryQuery, productsQuery, type ComparedProduct } from '#features/products/product.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { createLoader, type PageLoad } from '#platform/pages/page-load.client.ts'
import { canonicalCompareUrl, parseComparison } from './compare-url.ts'
import { MAX_PRODUCTS_PER_SUGGESTION, getSuggestionFilter } from './product-suggestions.ts'

const NOT_FOUND = 404

export const loader = createLoader(async (page) => {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.products === false) {
    page.status = NOT_FOUND
    return undefined
  }
  const canonicalUrl = canonicalCompareUrl(page.search)
  if (canonicalUrl !== undefined) return page.redirectToCanonical(canonicalUrl)
  const { slugs, searchWords } = parseComparison(page.search)
  const compared = slugs.length ? await page.required<{ items: ComparedProduct[] }>(compareQuery(slugs)) : undefined
  if (compared?.items.length) return page.optional(productsQuery(getSuggestionFilter(compared.items, searchWords)))
  // The URL names products, but none of them exists.
  if (compared) page.status = NOT_FOUND
  await loadTopRated(page)
})

async function loadTopRated(page: PageLoad): Promise<void> {
  const categories = await page.optional<{ items: Category[] }>(categoriesQuery())
  await Promise.all((categories?.items ?? []).map(({ id }) => page.optional(productsOfCategoryQuery(id, MAX_PRODUCTS_PER_SUGGESTION))))
}
