import { api, apiQuery } from '#platform/client/api.client.ts'

export type { Mail } from './mail.contract.ts'
export const mailQuery = (query: { page?: number; perPage?: number } = {}) => apiQuery('GET /api/admin/mail', { query })
export const resendMail = (id: number) => api('POST /api/admin/mail/:id/send', { params: { id } })
export const mailTemplatesQuery = () => apiQuery('GET /api/admin/mail-templates')
export const mailPreviewQuery = (name: string) => apiQuery('GET /api/admin/mail-templates/:name', { params: { name } })
