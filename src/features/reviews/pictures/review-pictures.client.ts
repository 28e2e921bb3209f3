import { api } from '#platform/client/api.client.ts'

/** Uploads a picture to the user's own review. @throws ApiError if the server refuses it */
export const addReviewPicture = (id: number, file: File, alt: string) =>
  api('POST /api/reviews/:id/pictures', { params: { id }, query: { alt }, file })
export const removeReviewPicture = (id: number, pictureId: number) =>
  api('DELETE /api/reviews/:id/pictures/:pictureId', { params: { id, pictureId } })
