/** Declares the endpoints for passkeys. WebAuthn options and responses have the standard's JSON form, in which bytes are base64url. */
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { PASSWORD_MAX } from '#features/users/user-limits.policy.ts'
import { Session } from '#features/accounts/account.contract.ts'
import { PASSKEY_NAME_MAX } from './passkey-limits.policy.ts'

const createBase64UrlSchema = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'Not base64url')
const CREDENTIAL_ID_MAX = 1400
const CredentialId = createBase64UrlSchema(CREDENTIAL_ID_MAX)
const Transports = z
  .array(
    z
      .string()
      .min(1)
      .max(20)
      .regex(/^[a-z-]+$/),
  )
  .max(10)
const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

/** The authenticator's response at sign-in (assertion). */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: createBase64UrlSchema(2000),
    authenticatorData: createBase64UrlSchema(2000),
    signature: createBase64UrlSchema(4000),
    userHandle: createBase64UrlSchema(100).optional(),
  }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** The authenticator's response at registration (attestation). */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: createBase64UrlSchema(2000),
    attestationObject: createBase64UrlSchema(8000),
    transports: Transports.optional(),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

export const SignInOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
})
export type SignInOptions = z.infer<typeof SignInOptions>
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** This limit is coarse: the sign-in throttle delays failed attempts much earlier. */
const RATE_LIMIT = { max: 200, minutes: 10 }
const Done = z.object({ ok: z.literal(true) })
const Password = z.string().min(1, 'Password is required').max(PASSWORD_MAX, 'That password is too long')

export const beginPasskeySignInEndpoint = endpoint('POST /api/sign-in/passkey/challenge', {
  summary: 'Get the WebAuthn options for sign-in with a passkey, valid for five minutes.',
  response: SignInOptions,
  status: 200,
  rateLimit: RATE_LIMIT,
  hasNoEffectOnReads: true,
})
const SignInBody = z.object({ passkey: PasskeyAnswer })
export const passkeySignInEndpoint = endpoint('POST /api/sign-in/passkey', {
  summary: 'Sign in with a passkey, which replaces password and second factor.',
  body: SignInBody,
  response: Session,
  extraStatuses: [401],
  status: 200,
  rateLimit: RATE_LIMIT,
})
export const passkeyAdminLoginEndpoint = endpoint('POST /api/admin/login/passkey', {
  summary: 'Sign in as an administrator with a passkey. Other accounts get the same response as for a wrong passkey.',
  body: SignInBody,
  response: Session,
  extraStatuses: [401],
  status: 200,
  rateLimit: RATE_LIMIT,
})

export const OwnPasskey = z.object({
  id: z.number(),
  name: z.string(),
  /** The host that the passkey was created for, and the only one on which it works. */
  host: z.string(),
  isBackedUp: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type OwnPasskey = z.infer<typeof OwnPasskey>
const forMember = { access: 'member' } as const

export const listPasskeysEndpoint = endpoint('GET /api/me/passkeys', {
  ...forMember,
  summary: 'List my passkeys, oldest first.',
  response: z.array(OwnPasskey),
  list: true,
})
export const beginPasskeyEndpoint = endpoint('POST /api/me/passkeys/challenge', {
  ...forMember,
  summary: 'Get the WebAuthn options for a new passkey. Requires the password unless I have just signed in.',
  body: z.object({ password: Password.optional() }),
  response: CreationOptions,
  extraStatuses: [409, 429],
  status: 200,
  hasNoEffectOnReads: true,
})
export const PasskeyName = singleLine()
  .min(1, 'Please give it a name')
  .max(PASSKEY_NAME_MAX, `Name must be at most ${PASSKEY_NAME_MAX} characters`)
export const PasskeyNameForm = z.object({ name: PasskeyName })
export const addPasskeyEndpoint = endpoint('POST /api/me/passkeys', {
  ...forMember,
  summary: 'Add a passkey.',
  body: z.object({ name: PasskeyName, passkey: NewPasskey }),
  response: OwnPasskey,
  extraStatuses: [409],
})
export const renamePasskeyEndpoint = endpoint('PATCH /api/me/passkeys/:id', {
  ...forMember,
  summary: 'Rename one of my passkeys.',
  params: z.object({ id: Id }),
  body: PasskeyNameForm,
  response: OwnPasskey,
})
export const PasskeyPasswordForm = z.object({ password: Password })
export const removePasskeyEndpoint = endpoint('DELETE /api/me/passkeys/:id', {
  ...forMember,
  summary: 'Remove one of my passkeys. Removing the last one also ends the requirement of a passkey after the password.',
  params: z.object({ id: Id }),
  body: PasskeyPasswordForm,
  response: Done,
  extraStatuses: [429],
})
export const askPasskeyAfterPasswordEndpoint = endpoint('POST /api/me/passkeys/after-password', {
  ...forMember,
  summary: 'Require a passkey after my password, or stop requiring it. Returns new recovery codes, shown only once, if there were none.',
  body: z.object({ isOn: z.boolean(), password: Password }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  extraStatuses: [409, 429],
  status: 200,
})
