import { sendRequest } from '#platform/client/api.client.ts'
import type {
  confirmSubscriptionEndpoint,
  leaveWithOneClickEndpoint,
  subscribeEndpoint,
  unsubscribeEndpoint,
} from './newsletter.contract.ts'
import { confirmSubscriptionCall, leaveWithOneClickCall, subscribeCall, unsubscribeCall } from './newsletter.endpoints.ts'

/** @param page the path of the page whose form it is */
export const subscribe = (email: string, page: string) =>
  sendRequest<typeof subscribeEndpoint>(subscribeCall, { body: { email, page: page.slice(0, 200) } })
export const confirmSubscription = (token: string) =>
  sendRequest<typeof confirmSubscriptionEndpoint>(confirmSubscriptionCall, { body: { token } })
export const unsubscribe = (token: string) => sendRequest<typeof unsubscribeEndpoint>(unsubscribeCall, { body: { token } })
export const leaveWithOneClick = (key: string) => sendRequest<typeof leaveWithOneClickEndpoint>(leaveWithOneClickCall, { body: { key } })

/** What the form sends without a script. */
export const SUBSCRIPTION_FIELDS = ['email', 'page'] as const
export type SubscriptionField = (typeof SUBSCRIPTION_FIELDS)[number]
