import { apiQuery, sendRequest } from '#platform/api.client.ts'
import type { listUploadsEndpoint, Upload, uploadEndpoint } from './upload.contract.ts'
import { listUploadsCall, uploadCall } from './upload.endpoints.ts'

export type { Upload } from './upload.contract.ts'
export const uploadsQuery = (query: { page?: number; perPage?: number } = {}) =>
  apiQuery<typeof listUploadsEndpoint>(listUploadsCall, { query })

/** Sends a file. @throws ApiError */
export const uploadPicture = (file: File, alt: string): Promise<Upload> =>
  sendRequest<typeof uploadEndpoint>(uploadCall, { query: { alt }, file })
