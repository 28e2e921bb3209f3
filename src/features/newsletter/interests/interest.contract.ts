/** What a reader wants to get: categories. No account is needed, only the link in a mail. */
import { ReaderKey } from '#features/newsletter/newsletter.contract.ts'
import { endpoint, idInBody } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

export const Interests = z.array(idInBody()).max(50)
export const NewsletterPreferences = z.object({
  email: z.string(),
  /** Ids of categories; none: everything. */
  interests: z.array(z.number()),
})
export type NewsletterPreferences = z.infer<typeof NewsletterPreferences>

const byLink = { response: NewsletterPreferences, rateLimit: { max: 60, minutes: 10 }, status: 200, needsNoRoom: true } as const
export const readPreferencesEndpoint = endpoint('GET /api/newsletter/preferences', {
  ...byLink,
  summary: 'What a reader wants to get, by the key from a mail.',
  query: z.object({ key: ReaderKey }),
  isPrivate: true,
})
export const changePreferencesEndpoint = endpoint('PATCH /api/newsletter/preferences', {
  ...byLink,
  summary: 'Choose what to get. No category is every category.',
  body: z.object({ token: ReaderKey, interests: Interests }),
})
