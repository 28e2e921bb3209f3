/** Browser calls of the archive. */
import { api, apiUrl } from '#platform/client/api.client.ts'

/** @param ticket includes password hashes */
export const archiveUrl = (ticket?: string): string => apiUrl('GET /api/admin/archive', { query: { ticket } })

/** @throws ApiError 403 if the password is wrong */
export const requestArchiveTicket = (password: string) => api('POST /api/admin/archive/tickets', { body: { password } })

export const loadArchiveForms = () => import('./archive.contract.ts')
