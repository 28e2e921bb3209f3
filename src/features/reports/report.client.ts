import type { input } from 'zod'
import { api, apiQuery, type CallInput } from '#platform/client/api.client.ts'
import type * as decisions from './decisions/decision.contract.ts'

export type { DecisionNotice, ModerationMonth, ReportCase, ReportDecision } from './decisions/decision.contract.ts'

export const fileReport = (body: CallInput<'POST /api/reports'>['body']) => api('POST /api/reports', { body })
export const decisionQuery = (key: string) => apiQuery('GET /api/decisions/:key', { params: { key } })
export const fileAppeal = (body: CallInput<'POST /api/appeals'>['body']) => api('POST /api/appeals', { body })
export const moderationReportQuery = () => apiQuery('GET /api/moderation-report')

export type ReportListInput = input<(typeof decisions.listReportsEndpoint)['query']>
export const reportsQuery = (query: ReportListInput = {}) => apiQuery('GET /api/admin/reports', { query })
export const claimReport = (id: number, body: CallInput<'POST /api/admin/reports/:id/claim'>['body']) =>
  api('POST /api/admin/reports/:id/claim', { params: { id }, body })
export const decideReport = (id: number, body: decisions.NewDecision) =>
  api('POST /api/admin/reports/:id/decision', { params: { id }, body })
export const decideAppeal = (id: number, body: { outcome: 'upheld' | 'overturned'; text: string }) =>
  api('POST /api/admin/appeals/:id/decision', { params: { id }, body })
