import { api, type CallInput } from '#platform/client/api.client.ts'

/** Adds an update to the user's own review. @throws ApiError 409 if it has one for the period */
export const postReviewUpdate = (id: number, body: CallInput<'POST /api/reviews/:id/updates'>['body']) =>
  api('POST /api/reviews/:id/updates', { params: { id }, body })
export const deleteReviewUpdate = (id: number, updateId: number) =>
  api('DELETE /api/reviews/:id/updates/:updateId', { params: { id, updateId } })
