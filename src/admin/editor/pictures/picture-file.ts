import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '#features/uploads/upload-limits.policy.ts'
import { ApiError } from '#platform/client/api.client.ts'

export const ACCEPTED_TYPES = UPLOAD_TYPES.join(',')
export const UPLOAD_HINT = `JPEG, PNG, WebP or AVIF, at most ${formatMegabytes(UPLOAD_MAX_BYTES)}.`

/** What is wrong with a file, before it is sent; undefined when nothing is. The server looks at the bytes. */
export function validatePictureFile({ name, type, size }: File): string | undefined {
  if (!UPLOAD_TYPES.some((one) => one === type)) return `${name} is not a picture we can use. ${UPLOAD_HINT}`
  if (size > UPLOAD_MAX_BYTES)
    return `${name} has ${formatMegabytes(size)}. A picture may have at most ${formatMegabytes(UPLOAD_MAX_BYTES)}.`
  return undefined
}

/** Why an upload failed, in a sentence. */
export const uploadFailure = (fault: unknown): string =>
  (fault instanceof ApiError && fault.status < 500 ? fault.serverMessage : undefined) ??
  'The picture could not be uploaded. Please try again.'

/** `2.4 MB`, `310 kB`. */
export function formatMegabytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${Number((bytes / (1024 * 1024)).toFixed(1))} MB`
}

/** The first file of a drop or a paste that claims to be a picture. */
export const findPictureFile = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))
