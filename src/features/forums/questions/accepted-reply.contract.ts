/** Contract of the accepted reply of a question. Experts have no accounts, so administrators record their confirmations. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody } from '#platform/contract/endpoint.ts'
import { Reply } from '#features/forums/replies/reply.contract.ts'
import { feature, Topic } from '#features/forums/topic.contract.ts'

const PATH = '/api/forums/:id/accepted-reply'
const params = z.object({ id: Id })

export const AcceptedReply = z.object({
  reply: Reply,
  acceptedAt: z.string(),
  /** The expert who confirmed the answer; null if no expert has. */
  confirmedBy: z.object({ id: z.number(), name: z.string(), title: z.string() }).nullable(),
})
export type AcceptedReply = z.infer<typeof AcceptedReply>

export const getAcceptedReplyEndpoint = endpoint(`GET ${PATH}`, {
  summary: 'Get the accepted reply of a question.',
  params,
  response: AcceptedReply,
  extraStatuses: [410],
  feature,
})
export const acceptReplyEndpoint = endpoint(`POST ${PATH}`, {
  summary: 'Accept a reply as the answer to your question. It replaces the reply accepted before.',
  params,
  body: z.object({ replyId: idInBody() }),
  response: Topic,
  status: 200,
  access: 'member',
  extraStatuses: [410],
  feature,
})
export const withdrawAcceptanceEndpoint = endpoint(`DELETE ${PATH}`, {
  summary: 'Withdraw the acceptance of a reply.',
  params,
  response: Topic,
  access: 'member',
  extraStatuses: [410],
  feature,
})
export const confirmAcceptedReplyEndpoint = endpoint(`POST ${PATH}/confirmation`, {
  summary: 'Record that an expert has confirmed the accepted reply.',
  params,
  body: z.object({ expertId: idInBody('Please select an expert') }),
  response: AcceptedReply,
  status: 200,
  access: 'admin',
  extraStatuses: [410],
  feature,
})
export const withdrawConfirmationEndpoint = endpoint(`DELETE ${PATH}/confirmation`, {
  summary: 'Withdraw the confirmation of the accepted reply.',
  params,
  response: AcceptedReply,
  access: 'admin',
  extraStatuses: [410],
  feature,
})

/** Shape of an accepted reply in the personal-data export of its author and of the asker. */
export const ExportedAcceptedReply = z.object({ topicId: z.number(), replyId: z.number(), acceptedAt: z.string() })
