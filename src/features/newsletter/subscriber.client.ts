import type { input } from 'zod'
import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './subscriber.contract.ts'
import { listSubscribersCall, removeSubscriberCall, exportSubscribersCall } from './subscriber.endpoints.ts'

export type { Subscriber } from './subscriber.contract.ts'
export type SubscriberListInput = input<typeof contract.SubscriberListQuery>

export const subscribersQuery = (query: SubscriberListInput = {}) =>
  apiQuery<typeof contract.listSubscribersEndpoint>(listSubscribersCall, { query })
export const removeSubscriber = (id: number) =>
  sendRequest<typeof contract.removeSubscriberEndpoint>(removeSubscriberCall, { params: { id } })
/** Where all confirmed addresses can be had as a file. */
export const SUBSCRIBERS_FILE_URL = exportSubscribersCall.path
