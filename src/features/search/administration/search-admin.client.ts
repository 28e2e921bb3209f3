import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './search-admin.contract.ts'
import * as calls from '#features/search/search.endpoints.ts'

export type { NewSearchPin, SearchCount, SearchPin, SearchReport, SearchSynonyms } from './search-admin.contract.ts'

export const searchReportQuery = (days?: number) =>
  apiQuery<typeof contract.getSearchReportEndpoint>(calls.getSearchReportCall, { query: { days } })
export const searchSynonymsQuery = () => apiQuery<typeof contract.getSearchSynonymsEndpoint>(calls.getSearchSynonymsCall)
export const changeSearchSynonyms = (body: contract.SearchSynonymsChange) =>
  sendRequest<typeof contract.changeSearchSynonymsEndpoint>(calls.changeSearchSynonymsCall, { body })
export const searchPinsQuery = () => apiQuery<typeof contract.listSearchPinsEndpoint>(calls.listSearchPinsCall)
export const addSearchPin = (body: contract.NewSearchPin) =>
  sendRequest<typeof contract.addSearchPinEndpoint>(calls.addSearchPinCall, { body })
export const removeSearchPin = (id: number) =>
  sendRequest<typeof contract.removeSearchPinEndpoint>(calls.removeSearchPinCall, { params: { id } })
/** The contract's own check, fetched when a form is sent. */
export const loadNewSearchPin = async () => (await import('./search-admin.contract.ts')).NewSearchPin
