import { route } from '#platform/contract/route.ts'
import {
  changeArticleEndpoint,
  createArticleEndpoint,
  deleteArticleEndpoint,
  getArticleDraftEndpoint,
  listArticleDraftsEndpoint,
  previewArticleEndpoint,
} from './editing/article-editing.contract.ts'
import {
  changeArticle,
  createArticle,
  deleteArticle,
  getArticleDraft,
  listArticleDrafts,
  previewArticle,
} from './editing/article-editing.service.ts'
import { articlesOfCategoryEndpoint, featuredArticlesEndpoint, getArticleEndpoint, listArticlesEndpoint } from './article.contract.ts'
import { getArticle, listArticles, listArticlesOfCategory, listFeaturedArticles } from './article.service.ts'

export const articleRoutes = [
  route(listArticlesEndpoint, (ctx, { query }) => listArticles(ctx, query)),
  route(featuredArticlesEndpoint, (ctx, { query }) => listFeaturedArticles(ctx, query)),
  route(articlesOfCategoryEndpoint, (ctx, { params, query }) => listArticlesOfCategory(ctx, params.categoryId, query)),
  route(getArticleEndpoint, (ctx, { params }) => getArticle(ctx, params.slug)),
  route(listArticleDraftsEndpoint, (ctx, { query }) => listArticleDrafts(ctx, query)),
  route(getArticleDraftEndpoint, (ctx, { params }) => getArticleDraft(ctx, params.id)),
  route(createArticleEndpoint, (ctx, { body }) => createArticle(ctx, body)),
  route(changeArticleEndpoint, (ctx, { params, body }) => changeArticle(ctx, params.id, body)),
  route(deleteArticleEndpoint, (ctx, { params }) => deleteArticle(ctx, params.id)),
  route(previewArticleEndpoint, (ctx, { body }) => previewArticle(ctx, body.content)),
]
