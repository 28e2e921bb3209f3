import type { input } from 'zod'
import { api, apiQuery, pathOf } from '#platform/client/api.client.ts'
import type * as contract from './subscriber.contract.ts'

export type { Subscriber } from './subscriber.contract.ts'
export type SubscriberListInput = input<typeof contract.SubscriberListQuery>

export const subscribersQuery = (query: SubscriberListInput = {}) => apiQuery('GET /api/admin/newsletter', { query })
export const removeSubscriber = (id: number) => api('DELETE /api/admin/newsletter/:id', { params: { id } })
/** URL of the CSV file with all confirmed addresses. */
export const SUBSCRIBERS_FILE_URL = pathOf('GET /api/admin/newsletter.csv')
