import { door } from '#platform/door.ts'
import { articlesOfCategoryEndpoint, featuredArticlesEndpoint, getArticleEndpoint, listArticlesEndpoint } from './article.contract.ts'
import { getArticle, listArticles, listArticlesOfCategory, listFeaturedArticles } from './article.service.ts'

export const articleRoutes = [
  door(listArticlesEndpoint, (ctx, { query }) => listArticles(ctx, query)),
  door(featuredArticlesEndpoint, (ctx, { query }) => listFeaturedArticles(ctx, query)),
  door(articlesOfCategoryEndpoint, (ctx, { params, query }) => listArticlesOfCategory(ctx, params.categoryId, query)),
  door(getArticleEndpoint, (ctx, { params }) => getArticle(ctx, params.slug)),
]
