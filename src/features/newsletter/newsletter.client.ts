import { send } from '#platform/api.client.ts'
import type { subscribeEndpoint } from './newsletter.contract.ts'

export const subscribe = (email: string) => send<typeof subscribeEndpoint>('POST', '/api/newsletter', { body: { email } })

/** What looks like an address: something, an at sign, something with a dot, no spaces. The door checks more closely. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
