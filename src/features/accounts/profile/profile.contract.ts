/** Declares the endpoints to upload an avatar and to describe a confirmation link. */
import { UPLOAD_MAX_BYTES } from '#features/uploads/upload-limits.policy.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import { OwnAccount, Token } from '#features/accounts/account.contract.ts'

export const uploadAvatarEndpoint = endpoint('POST /api/me/picture', {
  access: 'member',
  summary: 'Upload my picture; the body is the file. It is scaled down and stored without metadata.',
  body: z.unknown(),
  maxFileBytes: UPLOAD_MAX_BYTES,
  response: OwnAccount,
  status: 200,
  rateLimit: { max: 10, minutes: 60 },
})
/** Describes a confirmation link, so that its page can ask for a password if necessary. */
export const EmailLinkState = z.object({
  username: z.string(),
  email: z.string(),
  /** Whether the caller is signed in to the link's account. */
  isSignedIn: z.boolean(),
  /** Whether the link may set a new password, which is allowed only while the account has no confirmed email. */
  maySetPassword: z.boolean(),
})
export type EmailLinkState = z.infer<typeof EmailLinkState>
export const describeEmailLinkEndpoint = endpoint('POST /api/email/link', {
  summary: 'Get the account of a confirmation link, without using the link.',
  body: z.object({ token: Token }),
  response: EmailLinkState,
  status: 200,
  rateLimit: { max: 60, minutes: 60 },
})
