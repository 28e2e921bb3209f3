import { api, apiQuery } from '#platform/client/api.client.ts'

export type { OwnBulkMail } from './bulk-mail.contract.ts'
export const bulkMailQuery = () => apiQuery('GET /api/admin/newsletter/permission')
export const requestBulkMail = () => api('POST /api/admin/newsletter/permission/request')
