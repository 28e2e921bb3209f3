import { api, apiQuery } from '#platform/client/api.client.ts'
import type * as contract from './suppression.contract.ts'
import type { SuppressionReason } from './suppression.policy.ts'

export type { NewSuppression, Suppression } from './suppression.contract.ts'
export const suppressionsQuery = (
  query: { search?: string | undefined; reason?: SuppressionReason | undefined; page?: number; perPage?: number } = {},
) => apiQuery('GET /api/admin/suppressions', { query })
export const addSuppression = (body: contract.NewSuppression) => api('POST /api/admin/suppressions', { body })
export const removeSuppression = (id: number) => api('DELETE /api/admin/suppressions/:id', { params: { id } })
/** Loads the schema from the contract when a form is submitted. */
export const loadNewSuppression = async () => (await import('./suppression.contract.ts')).NewSuppression
