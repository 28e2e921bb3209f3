import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { FigureAttentionName } from '#features/figures/uses/figure-attention.policy.ts'
import type * as contract from './figure-editing.contract.ts'
import type * as valueContract from './new-figure-value.contract.ts'
import * as calls from '#features/figures/figure.endpoints.ts'

export type { FigureDetail, FigureEntry, FigureUse, FigureValue } from './figure-editing.contract.ts'
export type { NewFigureValue } from './new-figure-value.contract.ts'

export const figureEntriesQuery = (
  query: { search?: string | undefined; attention?: FigureAttentionName | undefined; page?: number; perPage?: number } = {},
) => apiQuery<typeof contract.listFigureEntriesEndpoint>(calls.listFigureEntriesCall, { query })
export const figureEntryQuery = (id: number) =>
  apiQuery<typeof contract.getFigureEntryEndpoint>(calls.getFigureEntryCall, { params: { id } })
export const figureProblemsQuery = () => apiQuery<typeof contract.listFigureProblemsEndpoint>(calls.listFigureProblemsCall)
export const addFigureValue = (id: number, body: valueContract.NewFigureValue) =>
  sendRequest<typeof contract.addFigureValueEndpoint>(calls.addFigureValueCall, { params: { id }, body })
export const previewFigureValue = (id: number, value: number | null) =>
  sendRequest<typeof contract.previewFigureValueEndpoint>(calls.previewFigureValueCall, { params: { id }, body: { value } })
export const checkFigureValue = (id: number, body: valueContract.FigureCheck) =>
  sendRequest<typeof contract.checkFigureValueEndpoint>(calls.checkFigureValueCall, { params: { id }, body })
/** The contract's own check, fetched when a form is sent. */
export const loadNewFigureValue = async () => (await import('./new-figure-value.contract.ts')).NewFigureValue
