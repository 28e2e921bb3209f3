/** Contract of the products that a topic is about. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { feature } from '#features/forums/topic.contract.ts'

export const TopicProduct = z.object({ id: z.number(), slug: z.string(), name: z.string() })
export type TopicProduct = z.infer<typeof TopicProduct>

export const TopicProducts = z.object({
  products: z.array(TopicProduct),
  /** Authors of the topic and its replies who have a verified review of one of the products. */
  owners: z.array(z.object({ userId: z.number(), productId: z.number() })),
})
export type TopicProducts = z.infer<typeof TopicProducts>

export const listTopicProductsEndpoint = endpoint('GET /api/forums/:id/products', {
  summary: 'List the products that a topic is about, and which of its authors own one.',
  params: z.object({ id: Id }),
  response: TopicProducts,
  extraStatuses: [410],
  feature,
})

/** Shape of a product that a member's topic is about in the personal-data export. */
export const ExportedTopicProduct = z.object({ topicId: z.number(), productId: z.number() })
