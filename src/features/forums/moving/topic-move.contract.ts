/** Contract for moving topics, which trusted members may do as well as administrators. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody } from '#platform/contract/endpoint.ts'
import { Topic, feature } from '#features/forums/topic.contract.ts'

export const moveTopicEndpoint = endpoint('POST /api/forums/:id/category', {
  summary: 'Move a topic to another category, as a member from level 3.',
  params: z.object({ id: Id }),
  body: z.object({ categoryId: idInBody('Please select a category') }),
  response: Topic,
  status: 200,
  access: 'member',
  rateLimit: { max: 60, minutes: 10 },
  feature,
})
