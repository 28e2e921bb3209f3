/** Preferences of subscribers (categories), which they change with the key from a mail instead of an account. */
import { SubscriberKey } from '#features/newsletter/newsletter.contract.ts'
import { endpoint, idInBody } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

export const Interests = z.array(idInBody()).max(50)
export const NewsletterPreferences = z.object({
  email: z.string(),
  /** Ids of categories; empty: the subscriber gets every issue. */
  interests: z.array(z.number()),
})
export type NewsletterPreferences = z.infer<typeof NewsletterPreferences>

const byKey = { response: NewsletterPreferences, rateLimit: { max: 60, minutes: 10 }, status: 200, isQuotaExempt: true } as const
export const readPreferencesEndpoint = endpoint('GET /api/newsletter/preferences', {
  ...byKey,
  summary: 'Get a subscriber’s categories with the key from a mail.',
  query: z.object({ key: SubscriberKey }),
  isPrivate: true,
})
export const changePreferencesEndpoint = endpoint('PATCH /api/newsletter/preferences', {
  ...byKey,
  summary: 'Set a subscriber’s categories with the key from a mail. An empty list means all.',
  body: z.object({ token: SubscriberKey, interests: Interests }),
})
