import { apiQuery } from '#platform/api.client.ts'
import type { getExpertArticleEndpoint, listExpertArticlesEndpoint, listExpertsEndpoint } from './expert.contract.ts'

export type { Expert, ExpertArticle } from './expert.contract.ts'
export const expertsQuery = () => apiQuery<typeof listExpertsEndpoint>('/api/experts')
export const expertArticlesQuery = (perPage = 100) =>
  apiQuery<typeof listExpertArticlesEndpoint>('/api/expert-articles', { query: { view: 'card', perPage } })
export const expertArticleQuery = (id: string) => apiQuery<typeof getExpertArticleEndpoint>('/api/expert-articles/:id', { params: { id } })
