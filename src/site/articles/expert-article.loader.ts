import { expertArticleQuery, expertArticlesQuery, expertsQuery } from '#features/experts/expert.client.ts'
import { load } from '#platform/page-load.client.ts'

export const loader = load(async (page) => {
  await Promise.all([page.need(expertArticleQuery(page.params['id'] ?? '')), page.want(expertsQuery()), page.want(expertArticlesQuery())])
  // A word in place of the number is an unknown article, not a bad request.
  if (page.status === 400) page.status = 404
})
