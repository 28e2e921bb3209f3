/** Contract of proof of purchase, called evidence. Accepted evidence verifies a review. Only administrators see it, and their decision deletes it. */
import { UPLOAD_MAX_BYTES } from '#features/uploads/upload-limits.policy.ts'
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { EVIDENCE_REFUSAL_KEYS } from './evidence-reason.policy.ts'

const feature = 'products' as const
const REASON_MESSAGE = 'Choose a reason'
const idParams = z.object({ id: Id })

export const sendEvidenceEndpoint = endpoint('POST /api/reviews/:id/evidence', {
  summary: 'Send a picture as evidence for your own review. The body is the file; only administrators see it.',
  params: idParams,
  query: z.object({ note: singleLine().max(300).optional() }),
  body: z.unknown(),
  maxFileBytes: UPLOAD_MAX_BYTES,
  response: z.object({ sentAt: z.string() }),
  access: 'member',
  extraStatuses: [403, 409],
  rateLimit: { max: 10, minutes: 60 },
  feature,
})
export const getOwnEvidenceEndpoint = endpoint('GET /api/me/review-evidence/:id', {
  summary: 'Get the evidence for your own review that waits for a decision.',
  params: idParams,
  response: z.object({ sentAt: z.string().nullable() }),
  access: 'member',
  feature,
})
export const Evidence = z.object({
  id: z.number(),
  reviewId: z.number(),
  username: z.string(),
  productName: z.string(),
  productSlug: z.string(),
  title: z.string(),
  content: z.string(),
  rating: z.number(),
  note: z.string().nullable(),
  sentAt: z.string(),
})
export type Evidence = z.infer<typeof Evidence>
export const listEvidenceEndpoint = endpoint('GET /api/admin/review-evidence', {
  summary: 'List evidence that waits for a decision, oldest first.',
  query: Paging,
  response: z.array(Evidence),
  list: true,
  access: 'admin',
  feature,
})
export const evidencePictureEndpoint = endpoint('GET /api/admin/review-evidence/:id/picture', {
  summary: 'Get the picture that was sent as evidence, as a data URL.',
  params: idParams,
  response: z.object({ url: z.string() }),
  access: 'admin',
  feature,
})
export const decideEvidenceEndpoint = endpoint('POST /api/admin/review-evidence/:id/decision', {
  summary: 'Accept evidence, which verifies the review, or refuse it for a reason. The picture is deleted either way.',
  params: idParams,
  body: z
    .object({ accept: z.boolean(), reason: z.enum(EVIDENCE_REFUSAL_KEYS, REASON_MESSAGE).optional() })
    .refine(({ accept, reason }) => accept || reason !== undefined, { path: ['reason'], message: REASON_MESSAGE }),
  response: z.object({ reviewId: z.number(), isVerified: z.boolean() }),
  status: 200,
  access: 'admin',
  extraStatuses: [403],
  feature,
})
export type EvidenceDecision = z.infer<typeof decideEvidenceEndpoint.body>
