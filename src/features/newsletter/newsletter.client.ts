import { send } from '#platform/api.client.ts'
import type { confirmSubscriptionEndpoint, subscribeEndpoint, unsubscribeEndpoint } from './newsletter.contract.ts'

/** @param page the path of the page whose form it is */
export const subscribe = (email: string, page: string) =>
  send<typeof subscribeEndpoint>('POST', '/api/newsletter', { body: { email, page: page.slice(0, 200) } })
export const confirmSubscription = (token: string) =>
  send<typeof confirmSubscriptionEndpoint>('POST', '/api/newsletter/confirm', { body: { token } })
export const unsubscribe = (token: string) => send<typeof unsubscribeEndpoint>('POST', '/api/newsletter/unsubscribe', { body: { token } })

/** What the form sends without a script. */
export const SUBSCRIPTION_FIELDS = ['email', 'page'] as const
export type SubscriptionField = (typeof SUBSCRIPTION_FIELDS)[number]

/** What looks like an address: something, an at sign, something with a dot, no spaces. The door checks more closely. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
