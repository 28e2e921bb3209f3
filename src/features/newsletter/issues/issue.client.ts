import type { input } from 'zod'
import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './issue.contract.ts'
import * as calls from './issue.endpoints.ts'

export type { Issue, IssueCounts, IssueEntry } from './issue.contract.ts'
export type IssueChange = input<(typeof contract.changeIssueEndpoint)['body']>
export type IssueToPreview = input<(typeof contract.previewIssueEndpoint)['body']>

export const issuesQuery = (query: { page?: number; perPage?: number } = {}) =>
  apiQuery<typeof contract.listIssuesEndpoint>(calls.listIssuesCall, { query })
export const issueQuery = (id: number) => apiQuery<typeof contract.getIssueEndpoint>(calls.getIssueCall, { params: { id } })
export const audienceQuery = (categories: readonly number[]) =>
  apiQuery<typeof contract.countAudienceEndpoint>(calls.countAudienceCall, {
    query: categories.length > 0 ? { categories: categories.toSorted((a, b) => a - b).join(',') } : {},
  })

export const draftIssue = (fromActivity: boolean) =>
  sendRequest<typeof contract.draftIssueEndpoint>(calls.draftIssueCall, { body: { fromActivity } })
export const changeIssue = (id: number, body: IssueChange) =>
  sendRequest<typeof contract.changeIssueEndpoint>(calls.changeIssueCall, { params: { id }, body })
export const deleteIssue = (id: number) => sendRequest<typeof contract.deleteIssueEndpoint>(calls.deleteIssueCall, { params: { id } })
export const previewIssue = (body: IssueToPreview) => sendRequest<typeof contract.previewIssueEndpoint>(calls.previewIssueCall, { body })
export const testIssue = (id: number) => sendRequest<typeof contract.testIssueEndpoint>(calls.testIssueCall, { params: { id } })
export const sendIssue = (id: number, body: { at?: string; unchangedSince: string }) =>
  sendRequest<typeof contract.sendIssueEndpoint>(calls.sendIssueCall, { params: { id }, body })
export const unscheduleIssue = (id: number) =>
  sendRequest<typeof contract.unscheduleIssueEndpoint>(calls.unscheduleIssueCall, { params: { id } })
export const pauseIssue = (id: number) => sendRequest<typeof contract.pauseIssueEndpoint>(calls.pauseIssueCall, { params: { id } })
export const resumeIssue = (id: number) => sendRequest<typeof contract.resumeIssueEndpoint>(calls.resumeIssueCall, { params: { id } })
