import type { input } from 'zod'
import { api, apiQuery } from '#platform/client/api.client.ts'
import type * as contract from './article-editing.contract.ts'

export type { ArticleChange, ArticleDraft, ArticleStatus } from './article-editing.contract.ts'
export type NewArticleInput = input<typeof contract.NewArticle>
export type ArticleChangeInput = input<typeof contract.ArticleChange>
export type ArticleListInput = input<typeof contract.ArticleAdminQuery>

export const adminArticlesQuery = (query: ArticleListInput) => apiQuery('GET /api/admin/articles', { query })
export const adminArticleQuery = (id: number) => apiQuery('GET /api/admin/articles/:id', { params: { id } })
export const createArticle = (body: NewArticleInput) => api('POST /api/articles', { body })
export const changeArticle = (id: number, body: ArticleChangeInput) => api('PATCH /api/articles/:id', { params: { id }, body })
export const deleteArticle = (id: number) => api('DELETE /api/articles/:id', { params: { id } })
export const previewArticle = (content: string) => api('POST /api/articles/preview', { body: { content } })
