import type { input } from 'zod'
import { apiQuery, send } from '#platform/api.client.ts'
import type * as contract from './article-editing.contract.ts'

export type { ArticleChange, ArticleDraft, ArticleStatus } from './article-editing.contract.ts'
export type NewArticleInput = input<typeof contract.NewArticle>
export type ArticleChangeInput = input<typeof contract.ArticleChange>
export type ArticleListInput = input<typeof contract.ArticleAdminQuery>

export const articleDraftsQuery = (query: ArticleListInput) =>
  apiQuery<typeof contract.listArticleDraftsEndpoint>('/api/admin/articles', { query })
export const articleDraftQuery = (id: number) =>
  apiQuery<typeof contract.getArticleDraftEndpoint>('/api/admin/articles/:id', { params: { id } })
export const createArticle = (body: NewArticleInput) => send<typeof contract.createArticleEndpoint>('POST', '/api/articles', { body })
export const changeArticle = (id: number, body: ArticleChangeInput) =>
  send<typeof contract.changeArticleEndpoint>('PATCH', '/api/articles/:id', { params: { id }, body })
export const deleteArticle = (id: number) => send<typeof contract.deleteArticleEndpoint>('DELETE', '/api/articles/:id', { params: { id } })
export const previewArticle = (content: string) =>
  send<typeof contract.previewEndpoint>('POST', '/api/articles/preview', { body: { content } })
