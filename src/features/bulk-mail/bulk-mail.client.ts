import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { getBulkMailEndpoint, requestBulkMailEndpoint } from './bulk-mail.contract.ts'
import { getBulkMailCall, requestBulkMailCall } from './bulk-mail.endpoints.ts'

export type { OwnBulkMail } from './bulk-mail.contract.ts'
export const bulkMailQuery = () => apiQuery<typeof getBulkMailEndpoint>(getBulkMailCall)
export const requestBulkMail = () => sendRequest<typeof requestBulkMailEndpoint>(requestBulkMailCall, {})
