import { api } from '#platform/client/api.client.ts'
import type { Upload } from './upload.contract.ts'

export type { Upload } from './upload.contract.ts'

/** Sends a file. @throws ApiError */
export const uploadPicture = (file: File, alt: string): Promise<Upload> => api('POST /api/uploads', { query: { alt }, file })

/** Makes the server fetch a picture from another host. @throws ApiError with the reason if it cannot be fetched */
export const fetchPicture = (url: string, alt: string): Promise<Upload> => api('POST /api/uploads/remote', { body: { url, alt } })
