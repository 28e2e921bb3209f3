import { apiQuery, send } from '#platform/api.client.ts'
import type { listMailEndpoint, sendAgainEndpoint } from './mail.contract.ts'

export type { Mail } from './mail.contract.ts'
export const mailQuery = (query: { page?: number; perPage?: number } = {}) =>
  apiQuery<typeof listMailEndpoint>('/api/admin/mail', { query })
export const sendAgain = (id: number) => send<typeof sendAgainEndpoint>('POST', '/api/admin/mail/:id/send', { params: { id } })
