import { api, apiQuery } from '#platform/client/api.client.ts'
import type { ReferenceValueAttentionName } from '#features/figures/uses/figure-attention.policy.ts'
import type * as valueContract from './new-figure-value.contract.ts'

export type {
  ReferenceValueDetail as FigureDetail,
  ReferenceValueEntry as FigureEntry,
  ReferenceValueUse as FigureUse,
  StoredReferenceValue as FigureValue,
} from './figure-editing.contract.ts'
export type { NewReferenceValue as NewFigureValue } from './new-figure-value.contract.ts'

export const referenceValueEntriesQuery = (
  query: { search?: string | undefined; attention?: ReferenceValueAttentionName | undefined; page?: number; perPage?: number } = {},
) => apiQuery('GET /api/admin/figures', { query })
export const referenceValueEntryQuery = (id: number) => apiQuery('GET /api/admin/figures/:id', { params: { id } })
export const referenceValueProblemsQuery = () => apiQuery('GET /api/admin/figure-problems')
export const addReferenceValue = (id: number, body: valueContract.NewReferenceValue) =>
  api('POST /api/admin/figures/:id/values', { params: { id }, body })
export const previewReferenceValue = (id: number, value: number | null) =>
  api('POST /api/admin/figures/:id/effects', { params: { id }, body: { value } })
export const confirmReferenceValue = (id: number, body: valueContract.ReferenceValueCheck) =>
  api('POST /api/admin/figure-values/:id/check', { params: { id }, body })
/** Loads the schema when a form is submitted, to keep zod out of the initial bundle. */
export const loadNewReferenceValue = async () => (await import('./new-figure-value.contract.ts')).NewReferenceValue
