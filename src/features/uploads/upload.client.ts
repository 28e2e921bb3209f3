import { sendRequest } from '#platform/client/api.client.ts'
import type { fetchPictureEndpoint, Upload, uploadEndpoint } from './upload.contract.ts'
import { fetchPictureCall, uploadCall } from './upload.endpoints.ts'

export type { Upload } from './upload.contract.ts'

/** Sends a file. @throws ApiError */
export const uploadPicture = (file: File, alt: string): Promise<Upload> =>
  sendRequest<typeof uploadEndpoint>(uploadCall, { query: { alt }, file })

/** Has the server fetch a picture of another host. @throws ApiError that says why it cannot be had */
export const fetchPicture = (url: string, alt: string): Promise<Upload> =>
  sendRequest<typeof fetchPictureEndpoint>(fetchPictureCall, { body: { url, alt } })
