import { api } from '#platform/client/api.client.ts'

/** @param page path of the page with the form; cut to 200 characters */
export const subscribe = (email: string, page: string) => api('POST /api/newsletter', { body: { email, page: page.slice(0, 200) } })
export const confirmSubscription = (token: string) => api('POST /api/newsletter/confirm', { body: { token } })
export const unsubscribe = (token: string) => api('POST /api/newsletter/unsubscribe', { body: { token } })
export const unsubscribeWithOneClick = (key: string) => api('POST /api/newsletter/one-click', { body: { key } })

/** Names of the fields that the form submits without JavaScript. */
export const SUBSCRIPTION_FIELDS = ['email', 'page'] as const
export type SubscriptionField = (typeof SUBSCRIPTION_FIELDS)[number]
