/** Contract of the pictures in a review, which its author adds and removes. */
import { AltText, UPLOAD_MAX_BYTES } from '#features/uploads/upload.contract.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import { Review } from '#features/reviews/review.contract.ts'

const feature = 'products' as const
export const addReviewPictureEndpoint = endpoint('POST /api/reviews/:id/pictures', {
  summary: 'Add a picture to your own review, up to four. The body is the file, `alt` its description.',
  params: z.object({ id: Id }),
  query: z.object({ alt: AltText }),
  body: z.unknown(),
  maxFileBytes: UPLOAD_MAX_BYTES,
  response: Review,
  access: 'member',
  extraStatuses: [403, 409],
  rateLimit: { max: 20, minutes: 60 },
  feature,
})
export const removeReviewPictureEndpoint = endpoint('DELETE /api/reviews/:id/pictures/:pictureId', {
  summary: 'Remove a picture from your own review.',
  params: z.object({ id: Id, pictureId: Id }),
  response: Review,
  access: 'member',
  extraStatuses: [403],
  feature,
})
