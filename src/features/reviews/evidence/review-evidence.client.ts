import { api, apiQuery } from '#platform/client/api.client.ts'
import type { EvidenceDecision } from './review-evidence.contract.ts'

export type { Evidence, EvidenceDecision } from './review-evidence.contract.ts'
export const ownEvidenceQuery = (id: number) => apiQuery('GET /api/me/review-evidence/:id', { params: { id } })
/** Uploads a picture as evidence for the user's own review. @throws ApiError if the server refuses it */
export const sendEvidence = (id: number, file: File, note: string | undefined) =>
  api('POST /api/reviews/:id/evidence', { params: { id }, query: { note }, file })
export const evidenceQuery = (query: { page?: number; perPage?: number } = {}) => apiQuery('GET /api/admin/review-evidence', { query })
export const evidencePictureQuery = (id: number) => apiQuery('GET /api/admin/review-evidence/:id/picture', { params: { id } })
export const decideEvidence = (id: number, body: EvidenceDecision) =>
  api('POST /api/admin/review-evidence/:id/decision', { params: { id }, body })
