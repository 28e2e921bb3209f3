import { apiQuery } from '#platform/client/api.client.ts'
import type { TopicProducts } from './topic-product.contract.ts'

export type { TopicProducts }

export const topicProductsQuery = (topicId: number) => apiQuery('GET /api/forums/:id/products', { params: { id: topicId } })

/** Returns the names of a topic's products that the member owns. */
export const listOwnedNames = ({ products, owners }: TopicProducts, userId: number): string[] =>
  products.filter(({ id }) => owners.some((owner) => owner.userId === userId && owner.productId === id)).map(({ name }) => name)
