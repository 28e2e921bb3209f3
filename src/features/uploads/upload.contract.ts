/** Declares the API of uploaded pictures. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Paging } from '#platform/contract/endpoint.ts'
import { isPictureUrl } from '#platform/text/picture-url.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { ALT_MAX_LENGTH, UPLOAD_MAX_BYTES } from './upload-limits.policy.ts'

export { ALT_MAX_LENGTH, UPLOAD_MAX_BYTES, UPLOAD_TYPES } from './upload-limits.policy.ts'

export const AltText = singleLine().min(1, 'Please describe the picture').max(ALT_MAX_LENGTH, `At most ${ALT_MAX_LENGTH} characters`)

/** `url`: the largest WebP; the URLs of the other variants are derived from it (ui/pictures/picture-sizes.ts). */
export const Upload = z.object({
  id: z.number(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  bytes: z.number(),
  createdAt: z.string(),
})
export type Upload = z.infer<typeof Upload>

export const uploadEndpoint = endpoint('POST /api/uploads', {
  summary: 'Upload a picture: the body is the file, whose type is detected from its bytes.',
  query: z.object({ alt: AltText }),
  body: z.unknown(),
  maxFileBytes: UPLOAD_MAX_BYTES,
  response: Upload,
  extraStatuses: [200],
  access: 'admin',
})
export const fetchPictureEndpoint = endpoint('POST /api/uploads/remote', {
  summary: 'Fetch a picture from a URL and store it as an upload; a repeated request returns the stored one.',
  body: z.object({ url: z.string().trim().max(2000, 'Must be a valid URL').refine(isPictureUrl, 'Must be a valid URL'), alt: AltText }),
  response: Upload,
  rateLimit: { max: 60, minutes: 10 },
  access: 'admin',
})
export const listUploadsEndpoint = endpoint('GET /api/uploads', {
  summary: 'List the uploaded pictures, newest first.',
  query: Paging,
  response: z.array(Upload),
  list: true,
  access: 'admin',
})
