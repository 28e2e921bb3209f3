/** Where the browser fetches the archive. */
import { api, apiUrl } from '#platform/client/api.client.ts'

/** @param ticket for one with password hashes */
export const archiveUrl = (ticket?: string): string => apiUrl('GET /api/admin/archive', { query: { ticket } })

/** @throws ApiError: 403 when the password is not right */
export const requestArchiveTicket = (password: string) => api('POST /api/admin/archive/tickets', { body: { password } })

export const loadArchiveForms = () => import('./archive.contract.ts')
