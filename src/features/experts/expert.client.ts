import { apiQuery } from '#platform/client/api.client.ts'

export type { Expert, ExpertArticle } from './expert.contract.ts'
export const expertsQuery = () => apiQuery('GET /api/experts')
export const expertArticlesQuery = (perPage = 100) => apiQuery('GET /api/expert-articles', { query: { view: 'card', perPage } })
export const expertArticleQuery = (id: string) => apiQuery('GET /api/expert-articles/:id', { params: { id } })
