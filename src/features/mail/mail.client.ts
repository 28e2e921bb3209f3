import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { listMailEndpoint, listMailTemplatesEndpoint, previewMailEndpoint, resendMailEndpoint } from './mail.contract.ts'
import { listMailCall, listMailTemplatesCall, previewMailCall, resendMailCall } from './mail.endpoints.ts'

export type { Mail } from './mail.contract.ts'
export const mailQuery = (query: { page?: number; perPage?: number } = {}) => apiQuery<typeof listMailEndpoint>(listMailCall, { query })
export const resendMail = (id: number) => sendRequest<typeof resendMailEndpoint>(resendMailCall, { params: { id } })
export const mailTemplatesQuery = () => apiQuery<typeof listMailTemplatesEndpoint>(listMailTemplatesCall)
export const mailPreviewQuery = (name: string) => apiQuery<typeof previewMailEndpoint>(previewMailCall, { params: { name } })
