/** Where the browser fetches the archive. */
import { addressOf } from '#platform/api.client.ts'

export const archiveFile = (passwords: boolean) => addressOf('/api/admin/archive', { query: { passwords: String(passwords) } })
