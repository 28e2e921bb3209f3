import { route } from '#platform/contract/route.ts'
import { getExpertArticleEndpoint, listExpertArticlesEndpoint, listExpertsEndpoint } from './expert.contract.ts'
import { getExpertArticle, listExpertArticles, listExperts } from './expert.service.ts'

export const expertRoutes = [
  route(listExpertsEndpoint, (ctx) => listExperts(ctx)),
  route(listExpertArticlesEndpoint, (ctx, { query }) => listExpertArticles(ctx, query)),
  route(getExpertArticleEndpoint, (ctx, { params }) => getExpertArticle(ctx, params.id)),
]
