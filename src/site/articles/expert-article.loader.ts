import { expertArticleQuery, expertArticlesQuery, expertsQuery } from '#features/experts/expert.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader(async (page) => {
  await Promise.all([
    page.required(expertArticleQuery(page.params['id'] ?? '')),
    page.optional(expertsQuery()),
    page.optional(expertArticlesQuery()),
  ])
  // A malformed id is an unknown article, not a bad request.
  if (page.status === 400) page.status = 404
})
