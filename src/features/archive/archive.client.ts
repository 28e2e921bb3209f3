/** API calls to download the site archive. */
import { api, apiUrl } from '#platform/client/api.client.ts'

/** Returns the URL of the download. @param ticket one-time ticket; with it, the archive includes password hashes */
export const archiveUrl = (ticket?: string): string => apiUrl('GET /api/admin/archive', { query: { ticket } })

/** Requests a ticket for an archive with password hashes. @throws ApiError 403 if the password is wrong */
export const requestArchiveTicket = (password: string) => api('POST /api/admin/archive/tickets', { body: { password } })

export const loadArchiveContract = () => import('./archive.contract.ts')
