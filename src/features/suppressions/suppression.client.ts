import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './suppression.contract.ts'
import * as calls from './suppression.endpoints.ts'
import type { SuppressionReason } from './suppression.policy.ts'

export type { NewSuppression, Suppression } from './suppression.contract.ts'
export const suppressionsQuery = (
  query: { search?: string | undefined; reason?: SuppressionReason | undefined; page?: number; perPage?: number } = {},
) => apiQuery<typeof contract.listSuppressionsEndpoint>(calls.listSuppressionsCall, { query })
export const addSuppression = (body: contract.NewSuppression) =>
  sendRequest<typeof contract.addSuppressionEndpoint>(calls.addSuppressionCall, { body })
export const removeSuppression = (id: number) =>
  sendRequest<typeof contract.removeSuppressionEndpoint>(calls.removeSuppressionCall, { params: { id } })
/** The contract's own check, fetched when a form is sent. */
export const loadNewSuppression = async () => (await import('./suppression.contract.ts')).NewSuppression
