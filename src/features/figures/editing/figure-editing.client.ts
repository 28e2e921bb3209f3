import { api, apiQuery } from '#platform/client/api.client.ts'
import type { FigureAttentionName } from '#features/figures/uses/figure-attention.policy.ts'
import type * as valueContract from './new-figure-value.contract.ts'

export type { FigureDetail, FigureEntry, FigureUse, FigureValue } from './figure-editing.contract.ts'
export type { NewFigureValue } from './new-figure-value.contract.ts'

export const figureEntriesQuery = (
  query: { search?: string | undefined; attention?: FigureAttentionName | undefined; page?: number; perPage?: number } = {},
) => apiQuery('GET /api/admin/figures', { query })
export const figureEntryQuery = (id: number) => apiQuery('GET /api/admin/figures/:id', { params: { id } })
export const figureProblemsQuery = () => apiQuery('GET /api/admin/figure-problems')
export const addFigureValue = (id: number, body: valueContract.NewFigureValue) =>
  api('POST /api/admin/figures/:id/values', { params: { id }, body })
export const previewFigureValue = (id: number, value: number | null) =>
  api('POST /api/admin/figures/:id/effects', { params: { id }, body: { value } })
export const checkFigureValue = (id: number, body: valueContract.FigureCheck) =>
  api('POST /api/admin/figure-values/:id/check', { params: { id }, body })
/** Loads the contract's schema when a form is submitted, to keep zod out of the initial bundle. */
export const loadNewFigureValue = async () => (await import('./new-figure-value.contract.ts')).NewFigureValue
