import { apiQuery } from '#platform/client/api.client.ts'

export type { PastIssue, PastIssueText } from './archive.contract.ts'
export const PAST_ISSUES_PER_PAGE = 20
export const pastIssuesQuery = (page = 1) => apiQuery('GET /api/newsletter/issues', { query: { page, perPage: PAST_ISSUES_PER_PAGE } })
export const pastIssueQuery = (id: number | string) => apiQuery('GET /api/newsletter/issues/:id', { params: { id: Number(id) } })
