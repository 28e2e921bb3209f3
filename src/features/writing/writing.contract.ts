/** Contract of the writing field: preview, pictures of posts, and suggestions for mentions. */
import { AltText, UPLOAD_MAX_BYTES } from '#features/uploads/upload.contract.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import { MENTION_MIN, PREVIEW_MAX } from './writing-limits.policy.ts'

export const previewMarkdownEndpoint = endpoint('POST /api/markdown-preview', {
  summary: 'Preview a text as HTML.',
  /** `isPost`: whether the text is a post of the forum, which shows pictures and mentions. */
  body: z.object({ content: z.string().max(PREVIEW_MAX), isPost: z.boolean().default(true) }),
  /** `isPlain` means that the text is too complex to be formatted, so that it is shown as entered. */
  response: z.object({ html: z.string(), isPlain: z.boolean() }),
  status: 200,
  rateLimit: { max: 60, minutes: 1 },
  isCostly: true,
  isQuotaExempt: true,
  hasNoEffectOnReads: true,
})

/** `id` identifies the picture among those of posts and of reviews. */
export const PostPicture = z.object({ id: z.number(), url: z.string(), alt: z.string() })
export type PostPicture = z.infer<typeof PostPicture>
export const uploadPostPictureEndpoint = endpoint('POST /api/post-pictures', {
  summary: 'Upload a picture for a post. The body is the file, `alt` its description. It is deleted after a day if no post contains it.',
  query: z.object({ alt: AltText }),
  body: z.unknown(),
  maxFileBytes: UPLOAD_MAX_BYTES,
  response: PostPicture,
  access: 'member',
  extraStatuses: [403],
  rateLimit: { max: 30, minutes: 60 },
  feature: 'forums',
})

export const UserSuggestion = z.object({
  id: z.number(),
  username: z.string(),
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  /** Whether the member is invented. */
  isDemo: z.boolean(),
})
export type UserSuggestion = z.infer<typeof UserSuggestion>
export const suggestUsersEndpoint = endpoint('GET /api/user-suggestions', {
  summary: 'List members whose username begins with a text, for mentions.',
  query: z.object({ q: z.string().trim().min(MENTION_MIN).max(30) }),
  response: z.object({ users: z.array(UserSuggestion) }),
  access: 'member',
  feature: 'userAccounts',
})
