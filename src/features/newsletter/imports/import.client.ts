import type { input } from 'zod'
import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { ImportSubscribers, importSubscribersEndpoint, newsletterGrowthEndpoint } from './import.contract.ts'
import { importSubscribersCall, newsletterGrowthCall } from './import.endpoints.ts'

export type { GrowthWeek, ImportColumns, ImportReport } from './import.contract.ts'
export type ImportInput = input<typeof ImportSubscribers>
export const importSubscribers = (body: ImportInput) => sendRequest<typeof importSubscribersEndpoint>(importSubscribersCall, { body })
export const growthQuery = () => apiQuery<typeof newsletterGrowthEndpoint>(newsletterGrowthCall)
