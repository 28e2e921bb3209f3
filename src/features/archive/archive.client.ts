/** Where the browser fetches the archive. */
import { urlFor, sendRequest } from '#platform/client/api.client.ts'
import type { createArchiveTicketEndpoint } from './archive.contract.ts'
import { createArchiveTicketCall, getArchiveCall } from './archive.endpoints.ts'

/** @param ticket for one with password hashes */
export const archiveUrl = (ticket?: string): string => urlFor(getArchiveCall.path, { query: { ticket } })

/** @throws ApiError: 403 when the password is not right */
export const requestArchiveTicket = (password: string) =>
  sendRequest<typeof createArchiveTicketEndpoint>(createArchiveTicketCall, { body: { password } })

export const loadArchiveForms = () => import('./archive.contract.ts')
