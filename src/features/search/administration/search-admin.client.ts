import { api, apiQuery } from '#platform/client/api.client.ts'
import type * as contract from './search-admin.contract.ts'

export type { NewSearchPin, SearchCount, SearchPin, SearchReport, SearchSynonyms } from './search-admin.contract.ts'

export const searchReportQuery = (days?: number) => apiQuery('GET /api/admin/searches', { query: { days } })
export const searchSynonymsQuery = () => apiQuery('GET /api/admin/search-synonyms')
export const changeSearchSynonyms = (body: contract.SearchSynonymsChange) => api('PATCH /api/admin/search-synonyms', { body })
export const searchPinsQuery = () => apiQuery('GET /api/admin/search-pins')
export const addSearchPin = (body: contract.NewSearchPin) => api('POST /api/admin/search-pins', { body })
export const removeSearchPin = (id: number) => api('DELETE /api/admin/search-pins/:id', { params: { id } })
/** Loads the contract's schema when a form is submitted. */
export const loadNewSearchPin = async () => (await import('./search-admin.contract.ts')).NewSearchPin
