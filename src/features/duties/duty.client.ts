import { api, apiQuery, apiUrl } from '#platform/client/api.client.ts'
import type { DutyKey } from './duties.policy.ts'
import type { DutyDraftChange, DutySigning } from './duty.contract.ts'

export type { DutyDetail, DutyDraft, DutySignature, DutyStatus, DutySummary, SignedDuty } from './duty.contract.ts'

export const dutiesQuery = () => apiQuery('GET /api/admin/duties')
export const dutyQuery = (duty: DutyKey) => apiQuery('GET /api/admin/duties/:duty', { params: { duty } })
export const signedDutyQuery = (duty: DutyKey, number: number) =>
  apiQuery('GET /api/admin/duties/:duty/versions/:number', { params: { duty, number } })

export const startDuty = (duty: DutyKey) => api('POST /api/admin/duties/:duty/draft', { params: { duty } })
export const changeDuty = (duty: DutyKey, body: DutyDraftChange) => api('PATCH /api/admin/duties/:duty/draft', { params: { duty }, body })
export const discardDuty = (duty: DutyKey) => api('DELETE /api/admin/duties/:duty/draft', { params: { duty } })
export const signDuty = (duty: DutyKey, body: DutySigning) => api('POST /api/admin/duties/:duty/signature', { params: { duty }, body })
export const loadDutySigning = async () => (await import('./duty.contract.ts')).DutySigning

export const DOCUMENT_FORMATS = { markdown: 'Markdown', pdf: 'PDF' } as const
export type DocumentFormat = keyof typeof DOCUMENT_FORMATS

/** Returns the URL of a download. @param number a signed version; undefined: the draft, or the latest signed version */
export const dutyFileUrl = (duty: DutyKey, format: DocumentFormat, number?: number): string =>
  format === 'pdf'
    ? apiUrl('GET /api/admin/duties/:duty/pdf', { params: { duty }, query: { number } })
    : apiUrl('GET /api/admin/duties/:duty/markdown', { params: { duty }, query: { number } })
export const dutyKitUrl = (format: DocumentFormat): string =>
  format === 'pdf' ? apiUrl('GET /api/admin/duty-kit/pdf') : apiUrl('GET /api/admin/duty-kit/markdown')
