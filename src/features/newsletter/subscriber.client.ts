import type { input } from 'zod'
import { apiQuery, send } from '#platform/api.client.ts'
import type * as contract from './subscriber.contract.ts'

export type { Subscriber } from './subscriber.contract.ts'
export type SubscriberListInput = input<typeof contract.SubscriberListQuery>

export const subscribersQuery = (query: SubscriberListInput = {}) =>
  apiQuery<typeof contract.listSubscribersEndpoint>('/api/admin/newsletter', { query })
export const removeSubscriber = (id: number) =>
  send<typeof contract.removeSubscriberEndpoint>('DELETE', '/api/admin/newsletter/:id', { params: { id } })
/** Where all confirmed addresses can be had as a file. */
export const SUBSCRIBERS_FILE = '/api/admin/newsletter.csv'
