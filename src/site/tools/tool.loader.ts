import { categoriesQuery } from '#features/categories/category.client.ts'
import { topicsQuery } from '#features/forums/topic.client.ts'
import { productsQuery } from '#features/products/product.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { toolFormQuery, type ToolForm } from '#features/tools/tool.client.ts'
import { readToolQuery } from '#features/tools/tool-parameters.policy.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

const NOT_FOUND = 404

export const loader = createLoader(async (page) => {
  const [site, form] = await Promise.all([
    page.optional<SiteInfo>(siteQuery()),
    page.required<ToolForm>(toolFormQuery(page.params['slug'] ?? '', readToolQuery(page.search))),
    page.optional(categoriesQuery()),
  ])
  if (site?.features.tools === false) page.status = NOT_FOUND
  // Missing and invalid inputs are no error of the page: it shows the form with what was submitted and a message at each field.
  if (!form) return
  if (form.products && site?.features.products)
    await page.optional(productsQuery({ category: form.products.category, specs: form.products.ranges }))
  if (site?.features.forums) await page.optional(topicsQuery({ category: form.category }))
})
