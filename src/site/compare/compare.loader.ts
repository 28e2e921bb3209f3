import { categoriesQuery, type Category } from '#features/categories/category.client.ts'
import { compareQuery, productsOfCategoryQuery, productsQuery, type ComparedProduct } from '#features/products/product.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { load, type PageLoad } from '#platform/page-load.client.ts'
import { canonicalAddress, comparisonOf } from './compare-address.ts'
import { BEST, offeredFilter } from './offered.ts'

const NOT_FOUND = 404

export const loader = load(async (page) => {
  const site = await page.want<SiteInfo>(siteQuery())
  if (site?.features.products === false) {
    page.status = NOT_FOUND
    return undefined
  }
  const canonical = canonicalAddress(page.search)
  if (canonical !== undefined) return page.redirect(canonical)
  const { slugs, find } = comparisonOf(page.search)
  const compared = slugs.length ? await page.need<{ items: ComparedProduct[] }>(compareQuery(slugs)) : undefined
  if (compared?.items.length) return page.want(productsQuery(offeredFilter(compared.items, find)))
  // Nothing of what was named is there.
  if (compared) page.status = NOT_FOUND
  await wantBest(page)
})

async function wantBest(page: PageLoad): Promise<void> {
  const categories = await page.want<{ items: Category[] }>(categoriesQuery())
  await Promise.all((categories?.items ?? []).map(({ id }) => page.want(productsOfCategoryQuery(id, BEST))))
}
