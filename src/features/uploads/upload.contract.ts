/** Pictures that an administrator uploads. */
import { z } from '#platform/zod.ts'
import { endpoint, Paging } from '#platform/endpoint.ts'
import { singleLine } from '#platform/single-line.ts'
import { ALT_MAX, UPLOAD_MAX } from './upload-limits.policy.ts'

export { ALT_MAX, UPLOAD_MAX, UPLOAD_TYPES } from './upload-limits.policy.ts'

export const Alt = singleLine().min(1, 'Please describe the picture').max(ALT_MAX, `At most ${ALT_MAX} characters`)

/** `url` is the largest WebP; the other sizes and forms follow from its name (see ui/picture-sizes.ts). */
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

export const uploadEndpoint = endpoint({
  method: 'POST',
  path: '/api/uploads',
  summary: 'Upload a picture: the body is the file. Its type is read from its bytes.',
  query: z.object({ alt: Alt }),
  body: z.unknown(),
  bytes: UPLOAD_MAX,
  reply: Upload,
  further: [200],
  access: 'admin',
})
export const listUploadsEndpoint = endpoint({
  method: 'GET',
  path: '/api/uploads',
  summary: 'Uploaded pictures, newest first.',
  query: Paging,
  reply: z.array(Upload),
  list: true,
  access: 'admin',
})
