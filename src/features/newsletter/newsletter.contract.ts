/** Endpoints for subscribing to the newsletter with double opt-in, and for unsubscribing. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { emailAddress } from '#platform/text/email-address.ts'

export const Subscribe = z.object({
  email: emailAddress('Please enter a valid email address', 'Please enter your email address'),
  /** Path of the page with the subscription form. */
  page: z
    .string()
    .max(200)
    .regex(/^\/[^\s?#]*$/)
    .optional(),
})

export const subscribeEndpoint = endpoint('POST /api/newsletter', {
  summary: 'Subscribe an address to the newsletter.',
  body: Subscribe,
  response: z.object({ message: z.string() }),
  status: 200,
  rateLimit: { max: 20, minutes: 10 },
})

export const SubscriberKey = z
  .string()
  .min(20)
  .max(200)
  .regex(/^[\w-]*$/)
const byKey = {
  body: z.object({ token: SubscriberKey }),
  response: z.object({ email: z.string() }),
  status: 200,
  rateLimit: { max: 30, minutes: 10 },
} as const
export const confirmSubscriptionEndpoint = endpoint('POST /api/newsletter/confirm', {
  ...byKey,
  /** `wasConfirmed` says whether the subscription was already confirmed before. */
  response: z.object({ email: z.string(), wasConfirmed: z.boolean() }),
  summary: 'Confirm a subscription with the key from the mail.',
})
export const unsubscribeEndpoint = endpoint('POST /api/newsletter/unsubscribe', {
  ...byKey,
  summary: 'End a subscription with the key from the mail.',
  isQuotaExempt: true,
})

/** The rate limit is high, because mail providers send the requests from all their users through a few machines. */
export const oneClickUnsubscribeEndpoint = endpoint('POST /api/newsletter/one-click', {
  summary: 'End a subscription by one-click unsubscribe (RFC 8058). Idempotent.',
  body: z.object({ key: SubscriberKey }),
  response: z.object({ ok: z.literal(true) }),
  status: 200,
  rateLimit: { max: 2000, minutes: 10 },
  isQuotaExempt: true,
})
