/** Defines the API that counts and removes the demo content. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

/** Text that the administrator must enter to confirm the removal. */
export const REMOVE_DEMO_CONFIRMATION = 'remove demo content'

/** Text that the administrator must enter to confirm the replacement. */
export const REPLACE_DEMO_CONFIRMATION = 'replace demo content'

/** Numbers of rows that the removal deletes, including the posts of real people on demo content. */
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
  /** Number of trash entries that are demo content or cannot be restored without it. */
  trash: z.number(),
  /** Numbers of those reviews and replies that real people wrote, on demo products and in demo topics. */
  fromPeople: z.object({ reviews: z.number(), replies: z.number() }),
})
export type DemoContent = z.infer<typeof DemoContent>

export const countDemoContentEndpoint = endpoint('GET /api/admin/demo-content', {
  summary: 'Count the demo content.',
  response: DemoContent,
  access: 'admin',
})
export const removeDemoContentEndpoint = endpoint('DELETE /api/admin/demo-content', {
  summary: 'Delete the demo content permanently, or the example products of a site without it, with all posts on them.',
  body: z.object({ confirm: z.literal(REMOVE_DEMO_CONFIRMATION, `Please type: ${REMOVE_DEMO_CONFIRMATION}`) }),
  response: DemoContent,
  extraStatuses: [409],
  access: 'admin',
})

/** Numbers of removed rows, and of the items of the starter content that replace them. */
export const ReplacedDemoContent = z.object({
  removed: DemoContent,
  added: z.object({ articles: z.number(), products: z.number(), topics: z.number() }),
})
export type ReplacedDemoContent = z.infer<typeof ReplacedDemoContent>
export const replaceDemoContentEndpoint = endpoint('POST /api/admin/demo-content/starter', {
  summary: 'Replace the demo content, with all posts on it, by the starter content: guides, example products and welcome topics.',
  body: z.object({ confirm: z.literal(REPLACE_DEMO_CONFIRMATION, `Please type: ${REPLACE_DEMO_CONFIRMATION}`) }),
  response: ReplacedDemoContent,
  status: 200,
  extraStatuses: [409],
  access: 'admin',
})
