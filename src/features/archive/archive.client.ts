/** Where the browser fetches the archive. */
import { addressOf, send } from '#platform/api.client.ts'
import type { askForPasswordsEndpoint, getArchiveEndpoint } from './archive.contract.ts'

const PATH = '/api/admin/archive' satisfies (typeof getArchiveEndpoint)['path']

/** @param ticket for one with password hashes */
export const archiveFile = (ticket?: string): string => addressOf(PATH, { query: { ticket } })

/** @throws ApiError: 403 when the password is not right */
export const askForPasswords = (password: string) =>
  send<typeof askForPasswordsEndpoint>('POST', '/api/admin/archive/tickets', { body: { password } })

export const loadArchiveForms = () => import('./archive.contract.ts')
