import type { input } from 'zod'
import { api, apiQuery } from '#platform/client/api.client.ts'
import type { ImportSubscribers } from './import.contract.ts'

export type { GrowthWeek, ImportColumns, ImportReport } from './import.contract.ts'
export type ImportInput = input<typeof ImportSubscribers>
export const importSubscribers = (body: ImportInput) => api('POST /api/admin/newsletter/import', { body })
export const growthQuery = () => apiQuery('GET /api/admin/newsletter/growth')
