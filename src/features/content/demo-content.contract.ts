/** How much demo content a site has, and its removal. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

/** What has to be typed before anything goes. */
export const REMOVE_DEMO_CONFIRMATION = 'remove demo content'

/** How much goes, by kind; what real people wrote beneath it is counted with its kind and once more by itself. */
export const DemoContent = z.object({
  products: z.number(),
  reviews: z.number(),
  articles: z.number(),
  experts: z.number(),
  expertArticles: z.number(),
  topics: z.number(),
  replies: z.number(),
  enquiries: z.number(),
  users: z.number(),
  /** Deleted demo content that could still have been brought back. */
  trash: z.number(),
  /** Of these reviews and replies: written by real people, on demo products and in demo topics. */
  fromPeople: z.object({ reviews: z.number(), replies: z.number() }),
})
export type DemoContent = z.infer<typeof DemoContent>

export const countDemoContentEndpoint = endpoint('GET /api/admin/demo-content', {
  summary: 'How much would go with the demo content.',
  response: DemoContent,
  access: 'admin',
})
export const removeDemoContentEndpoint = endpoint('DELETE /api/admin/demo-content', {
  summary: 'Remove the demo content for good, and what was written beneath it.',
  body: z.object({ confirm: z.literal(REMOVE_DEMO_CONFIRMATION, `Please type: ${REMOVE_DEMO_CONFIRMATION}`) }),
  response: DemoContent,
  extraStatuses: [409],
  access: 'admin',
})
