import { expertArticleQuery, expertArticlesQuery, expertsQuery } from '#features/experts/expert.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader(async (page) => {
  await Promise.all([
    page.required(expertArticleQuery(page.params['id'] ?? '')),
    page.optional(expertsQuery()),
    page.optional(expertArticlesQuery()),
  ])
  // The API returns 400 for a malformed id. To visitors the page is one that does not exist.
  if (page.status === 400) page.status = 404
})
