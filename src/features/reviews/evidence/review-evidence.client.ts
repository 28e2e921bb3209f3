import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type {
  decideEvidenceEndpoint,
  EvidenceDecision,
  evidencePictureEndpoint,
  getOwnEvidenceEndpoint,
  listEvidenceEndpoint,
  sendEvidenceEndpoint,
} from './review-evidence.contract.ts'
import {
  decideEvidenceCall,
  evidencePictureCall,
  getOwnEvidenceCall,
  listEvidenceCall,
  sendEvidenceCall,
} from './review-evidence.endpoints.ts'

export type { Evidence, EvidenceDecision } from './review-evidence.contract.ts'
export const ownEvidenceQuery = (id: number) => apiQuery<typeof getOwnEvidenceEndpoint>(getOwnEvidenceCall, { params: { id } })
/** Sends a file. @throws ApiError */
export const sendEvidence = (id: number, file: File, note: string | undefined) =>
  sendRequest<typeof sendEvidenceEndpoint>(sendEvidenceCall, { params: { id }, query: { note }, file })
export const evidenceQuery = (query: { page?: number; perPage?: number } = {}) =>
  apiQuery<typeof listEvidenceEndpoint>(listEvidenceCall, { query })
export const evidencePictureQuery = (id: number) => apiQuery<typeof evidencePictureEndpoint>(evidencePictureCall, { params: { id } })
export const decideEvidence = (id: number, body: EvidenceDecision) =>
  sendRequest<typeof decideEvidenceEndpoint>(decideEvidenceCall, { params: { id }, body })
