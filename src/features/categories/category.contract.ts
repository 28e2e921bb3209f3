/** Contract of the six categories to which articles, products and topics belong. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

export const Category = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  iconName: z.string(),
  articleCount: z.number(),
  productCount: z.number(),
})
export type Category = z.infer<typeof Category>

export const listCategoriesEndpoint = endpoint('GET /api/categories', {
  summary: 'List all categories.',
  response: z.array(Category),
  list: true,
})
export const getCategoryEndpoint = endpoint('GET /api/categories/:slugOrId', {
  summary: 'Get a category by slug or numeric id.',
  params: z.object({ slugOrId: z.string().max(100) }),
  response: Category,
})
