import type { input } from 'zod'
import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './article-editing.contract.ts'
import {
  changeArticleCall,
  createArticleCall,
  deleteArticleCall,
  getArticleDraftCall,
  listArticleDraftsCall,
  previewArticleCall,
} from './article-editing.endpoints.ts'

export type { ArticleChange, ArticleDraft, ArticleStatus } from './article-editing.contract.ts'
export type NewArticleInput = input<typeof contract.NewArticle>
export type ArticleChangeInput = input<typeof contract.ArticleChange>
export type ArticleListInput = input<typeof contract.ArticleAdminQuery>

export const articleDraftsQuery = (query: ArticleListInput) =>
  apiQuery<typeof contract.listArticleDraftsEndpoint>(listArticleDraftsCall, { query })
export const articleDraftQuery = (id: number) => apiQuery<typeof contract.getArticleDraftEndpoint>(getArticleDraftCall, { params: { id } })
export const createArticle = (body: NewArticleInput) => sendRequest<typeof contract.createArticleEndpoint>(createArticleCall, { body })
export const changeArticle = (id: number, body: ArticleChangeInput) =>
  sendRequest<typeof contract.changeArticleEndpoint>(changeArticleCall, { params: { id }, body })
export const deleteArticle = (id: number) => sendRequest<typeof contract.deleteArticleEndpoint>(deleteArticleCall, { params: { id } })
export const previewArticle = (content: string) =>
  sendRequest<typeof contract.previewArticleEndpoint>(previewArticleCall, { body: { content } })
