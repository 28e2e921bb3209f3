import { api, apiQuery, type CallInput } from '#platform/client/api.client.ts'

export type { Issue, IssueCounts, IssueEntry } from './issue.contract.ts'
export type IssueChange = CallInput<'PATCH /api/admin/newsletter/issues/:id'>['body']
export type IssueToPreview = CallInput<'POST /api/admin/newsletter/preview'>['body']

export const issuesQuery = (query: { page?: number; perPage?: number } = {}) => apiQuery('GET /api/admin/newsletter/issues', { query })
export const issueQuery = (id: number) => apiQuery('GET /api/admin/newsletter/issues/:id', { params: { id } })
export const audienceQuery = (categories: readonly number[]) =>
  apiQuery('GET /api/admin/newsletter/audience', {
    query: categories.length > 0 ? { categories: categories.toSorted((a, b) => a - b).join(',') } : {},
  })

export const draftIssue = (fromActivity: boolean) => api('POST /api/admin/newsletter/issues', { body: { fromActivity } })
export const changeIssue = (id: number, body: IssueChange) => api('PATCH /api/admin/newsletter/issues/:id', { params: { id }, body })
export const deleteIssue = (id: number) => api('DELETE /api/admin/newsletter/issues/:id', { params: { id } })
export const previewIssue = (body: IssueToPreview) => api('POST /api/admin/newsletter/preview', { body })
export const testIssue = (id: number) => api('POST /api/admin/newsletter/issues/:id/test', { params: { id } })
export const sendIssue = (id: number, body: { at?: string; unchangedSince: string }) =>
  api('POST /api/admin/newsletter/issues/:id/send', { params: { id }, body })
export const unscheduleIssue = (id: number) => api('POST /api/admin/newsletter/issues/:id/unschedule', { params: { id } })
export const pauseIssue = (id: number) => api('POST /api/admin/newsletter/issues/:id/pause', { params: { id } })
export const resumeIssue = (id: number) => api('POST /api/admin/newsletter/issues/:id/resume', { params: { id } })
