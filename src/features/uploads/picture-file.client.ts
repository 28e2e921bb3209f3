import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from './upload-limits.policy.ts'
import { ApiError } from '#platform/client/api.client.ts'

export const ACCEPTED_TYPES = UPLOAD_TYPES.join(',')
export const UPLOAD_HINT = `JPEG, PNG, WebP or AVIF, up to ${formatMegabytes(UPLOAD_MAX_BYTES)}.`

/** Checks type and size; the server validates the content. @returns the error message, or undefined for a valid file */
export function validatePictureFile({ name, type, size }: File): string | undefined {
  if (!UPLOAD_TYPES.some((acceptedType) => acceptedType === type)) return `${name} is not a supported picture. ${UPLOAD_HINT}`
  if (size > UPLOAD_MAX_BYTES) return `${name} is ${formatMegabytes(size)}. Pictures can be up to ${formatMegabytes(UPLOAD_MAX_BYTES)}.`
  return undefined
}

/** Returns the message to show for a failed upload: the server's message for a 4xx response, otherwise a generic one. */
export const formatUploadError = (error: unknown): string =>
  (error instanceof ApiError && error.status < 500 ? error.serverMessage : undefined) ??
  'The picture could not be uploaded. Please try again.'

/** Formats a file size, such as "2.4 MB" or "310 kB". */
export function formatMegabytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${Number((bytes / (1024 * 1024)).toFixed(1))} MB`
}

/** @returns the files with an image MIME type in a drop or paste */
export const findPictureFiles = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** @returns the first file with an image MIME type in a drop or paste, or undefined */
export const findPictureFile = (data: DataTransfer | null): File | undefined => findPictureFiles(data)[0]
