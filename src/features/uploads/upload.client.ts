import { apiQuery, throwUnlessOk } from '#platform/api.client.ts'
import type { listUploadsEndpoint, Upload } from './upload.contract.ts'

export type { Upload } from './upload.contract.ts'
export const uploadsQuery = (query: { page?: number; perPage?: number } = {}) =>
  apiQuery<typeof listUploadsEndpoint>('/api/uploads', { query })

/** Sends a file. @throws ApiError */
export async function upload(file: File, alt: string): Promise<Upload> {
  const response = await fetch(`/api/uploads?${new URLSearchParams({ alt })}`, {
    method: 'POST',
    credentials: 'include',
    // What it really is, the server reads from the bytes.
    headers: { 'content-type': file.type.startsWith('image/') ? file.type : 'image/unknown' },
    body: file,
  })
  await throwUnlessOk(response)
  return (await response.json()) as Upload
}
