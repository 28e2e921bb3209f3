import { categoriesQuery } from '#features/categories/category.client.ts'
import { preferencesQuery } from '#features/newsletter/interests/interest.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader((page) => {
  const key = page.search.get('key')
  return Promise.all([page.optional(categoriesQuery()), key !== null && page.required(preferencesQuery(key))])
})
