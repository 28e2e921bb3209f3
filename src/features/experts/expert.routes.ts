import { door } from '#platform/door.ts'
import { getExpertArticleEndpoint, listExpertArticlesEndpoint, listExpertsEndpoint } from './expert.contract.ts'
import { getExpertArticle, listExpertArticles, listExperts } from './expert.service.ts'

export const expertRoutes = [
  door(listExpertsEndpoint, (ctx) => listExperts(ctx)),
  door(listExpertArticlesEndpoint, (ctx, { query }) => listExpertArticles(ctx, query)),
  door(getExpertArticleEndpoint, (ctx, { params }) => getExpertArticle(ctx, params.id)),
]
