import { door } from '#platform/door.ts'
import {
  changeArticleEndpoint,
  createArticleEndpoint,
  deleteArticleEndpoint,
  getArticleDraftEndpoint,
  listArticleDraftsEndpoint,
  previewEndpoint,
} from './article-editing.contract.ts'
import {
  changeArticle,
  createArticle,
  deleteArticle,
  getArticleDraft,
  listArticleDrafts,
  previewArticle,
} from './article-editing.service.ts'
import { articlesOfCategoryEndpoint, featuredArticlesEndpoint, getArticleEndpoint, listArticlesEndpoint } from './article.contract.ts'
import { getArticle, listArticles, listArticlesOfCategory, listFeaturedArticles } from './article.service.ts'

export const articleRoutes = [
  door(listArticlesEndpoint, (ctx, { query }) => listArticles(ctx, query)),
  door(featuredArticlesEndpoint, (ctx, { query }) => listFeaturedArticles(ctx, query)),
  door(articlesOfCategoryEndpoint, (ctx, { params, query }) => listArticlesOfCategory(ctx, params.categoryId, query)),
  door(getArticleEndpoint, (ctx, { params }) => getArticle(ctx, params.slug)),
  door(listArticleDraftsEndpoint, (ctx, { query }) => listArticleDrafts(ctx, query)),
  door(getArticleDraftEndpoint, (ctx, { params }) => getArticleDraft(ctx, params.id)),
  door(createArticleEndpoint, (ctx, { body }) => createArticle(ctx, body)),
  door(changeArticleEndpoint, (ctx, { params, body }) => changeArticle(ctx, params.id, body)),
  door(deleteArticleEndpoint, (ctx, { params }) => deleteArticle(ctx, params.id)),
  door(previewEndpoint, (_ctx, { body }) => previewArticle(body.content)),
]
