/** Passkeys (WebAuthn): what the browser is asked for, and what it answers. Bytes are base64url, as the standard's JSON has them. */
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { PASSWORD_MAX } from '#features/users/user-limits.policy.ts'
import { Session } from '#features/accounts/account.contract.ts'
import { PASSKEY_NAME_MAX } from './passkey-limits.policy.ts'

const Bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'Not base64url')
const CREDENTIAL_ID_MAX = 1400
const CredentialId = Bytes(CREDENTIAL_ID_MAX)
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

/** What a passkey answers when somebody signs in with it. */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes(2000),
    authenticatorData: Bytes(2000),
    signature: Bytes(4000),
    userHandle: Bytes(100).optional(),
  }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** What a new passkey says of itself. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({ clientDataJSON: Bytes(2000), attestationObject: Bytes(8000), transports: Transports.optional() }),
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

/** The outer fence only, as for passwords. */
const TRIES = { max: 200, minutes: 10 }
const Done = z.object({ ok: z.literal(true) })
const Password = z.string().min(1, 'Password is required').max(PASSWORD_MAX, 'That password is too long')

export const beginPasskeySignInEndpoint = endpoint('POST /api/sign-in/passkey/challenge', {
  summary: 'What a passkey is asked when somebody signs in with it. It is asked so for five minutes.',
  response: SignInOptions,
  status: 200,
  rateLimit: TRIES,
  hasNoEffectOnReads: true,
})
const SignInBody = z.object({ passkey: PasskeyAnswer })
export const passkeySignInEndpoint = endpoint('POST /api/sign-in/passkey', {
  summary: 'Sign in with a passkey, which is password and second factor in one.',
  body: SignInBody,
  response: Session,
  extraStatuses: [401],
  status: 200,
  rateLimit: TRIES,
})
export const passkeyAdminLoginEndpoint = endpoint('POST /api/admin/login/passkey', {
  summary: 'Sign in as an administrator, with a passkey. Anybody else hears what a wrong passkey hears.',
  body: SignInBody,
  response: Session,
  extraStatuses: [401],
  status: 200,
  rateLimit: TRIES,
})

export const OwnPasskey = z.object({
  id: z.number(),
  name: z.string(),
  /** The site's host when it was made: it works there alone. */
  host: z.string(),
  isBackedUp: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type OwnPasskey = z.infer<typeof OwnPasskey>
const mine = { access: 'member' } as const

export const listPasskeysEndpoint = endpoint('GET /api/me/passkeys', {
  ...mine,
  summary: 'My passkeys, oldest first.',
  response: z.array(OwnPasskey),
  list: true,
})
export const beginPasskeyEndpoint = endpoint('POST /api/me/passkeys/challenge', {
  ...mine,
  summary: 'What a new passkey is asked. The password is needed, if I have not just signed in.',
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
  ...mine,
  summary: 'Keep a new passkey.',
  body: z.object({ name: PasskeyName, passkey: NewPasskey }),
  response: OwnPasskey,
  extraStatuses: [409],
})
export const renamePasskeyEndpoint = endpoint('PATCH /api/me/passkeys/:id', {
  ...mine,
  summary: 'Give one of my passkeys another name.',
  params: z.object({ id: Id }),
  body: PasskeyNameForm,
  response: OwnPasskey,
})
export const PasskeyPasswordForm = z.object({ password: Password })
export const removePasskeyEndpoint = endpoint('DELETE /api/me/passkeys/:id', {
  ...mine,
  summary: 'Remove one of my passkeys. With the last one goes the demand for it after the password.',
  params: z.object({ id: Id }),
  body: PasskeyPasswordForm,
  response: Done,
  extraStatuses: [429],
})
export const askPasskeyAfterPasswordEndpoint = endpoint('POST /api/me/passkeys/after-password', {
  ...mine,
  summary: 'Whether a passkey is asked for after my password. Answers recovery codes, shown this once, if there were none.',
  body: z.object({ isOn: z.boolean(), password: Password }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  extraStatuses: [409, 429],
  status: 200,
})
