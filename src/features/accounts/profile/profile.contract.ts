/** The picture of a profile, and the page that a link from a confirmation mail leads to. */
import { UPLOAD_MAX_BYTES } from '#features/uploads/upload-limits.policy.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import { OwnAccount, Token } from '#features/accounts/account.contract.ts'

export const uploadAvatarEndpoint = endpoint('POST /api/me/picture', {
  access: 'member',
  summary: 'Upload my picture: the body is the file. It is stored small, without what the camera noted.',
  body: z.unknown(),
  maxFileBytes: UPLOAD_MAX_BYTES,
  response: OwnAccount,
  status: 200,
  rateLimit: { max: 10, minutes: 60 },
})
/** Whose link it is, and what the page that it leads to has to ask for. */
export const EmailLinkState = z.object({
  username: z.string(),
  email: z.string(),
  /** Whether the caller is signed in to this very account. */
  isSignedIn: z.boolean(),
  /** Whether a new password may be set: only where no address of the account is confirmed yet. */
  maySetPassword: z.boolean(),
})
export type EmailLinkState = z.infer<typeof EmailLinkState>
export const describeEmailLinkEndpoint = endpoint('POST /api/email/link', {
  summary: 'Look up which account a link from a confirmation mail belongs to. Changes nothing.',
  body: z.object({ token: Token }),
  response: EmailLinkState,
  status: 200,
  rateLimit: { max: 60, minutes: 60 },
})
