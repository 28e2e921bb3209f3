import { apiQuery } from '#platform/client/api.client.ts'
import type { listRetentionEndpoint } from './retention.contract.ts'
import { listRetentionCall } from './retention.endpoints.ts'

export type { RetentionLine, RetentionRule } from './retention.contract.ts'
export const retentionQuery = () => apiQuery<typeof listRetentionEndpoint>(listRetentionCall)
