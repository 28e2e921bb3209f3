import { sendRequest } from '#platform/client/api.client.ts'
import type { addReviewPictureEndpoint, removeReviewPictureEndpoint } from './review-pictures.contract.ts'
import { addReviewPictureCall, removeReviewPictureCall } from './review-pictures.endpoints.ts'

/** Sends a file. @throws ApiError */
export const addReviewPicture = (id: number, file: File, alt: string) =>
  sendRequest<typeof addReviewPictureEndpoint>(addReviewPictureCall, { params: { id }, query: { alt }, file })
export const removeReviewPicture = (id: number, pictureId: number) =>
  sendRequest<typeof removeReviewPictureEndpoint>(removeReviewPictureCall, { params: { id, pictureId } })
