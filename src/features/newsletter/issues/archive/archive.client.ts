import { apiQuery } from '#platform/client/api.client.ts'
import type { getPastIssueEndpoint, listPastIssuesEndpoint } from './archive.contract.ts'
import { getPastIssueCall, listPastIssuesCall } from './archive.endpoints.ts'

export type { PastIssue, PastIssueText } from './archive.contract.ts'
export const PAST_ISSUES_PER_PAGE = 20
export const pastIssuesQuery = (page = 1) =>
  apiQuery<typeof listPastIssuesEndpoint>(listPastIssuesCall, { query: { page, perPage: PAST_ISSUES_PER_PAGE } })
export const pastIssueQuery = (id: number | string) =>
  apiQuery<typeof getPastIssueEndpoint>(getPastIssueCall, { params: { id: Number(id) } })
