import { apiQuery } from '#platform/client/api.client.ts'
import type { getExpertArticleEndpoint, listExpertArticlesEndpoint, listExpertsEndpoint } from './expert.contract.ts'
import { getExpertArticleCall, listExpertArticlesCall, listExpertsCall } from './expert.endpoints.ts'

export type { Expert, ExpertArticle } from './expert.contract.ts'
export const expertsQuery = () => apiQuery<typeof listExpertsEndpoint>(listExpertsCall)
export const expertArticlesQuery = (perPage = 100) =>
  apiQuery<typeof listExpertArticlesEndpoint>(listExpertArticlesCall, { query: { view: 'card', perPage } })
export const expertArticleQuery = (id: string) => apiQuery<typeof getExpertArticleEndpoint>(getExpertArticleCall, { params: { id } })
