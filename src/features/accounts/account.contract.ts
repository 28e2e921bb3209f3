/** Declares the endpoints for sign-up, sign-in, sign-out, and the member's own account. */
import { z } from '#platform/contract/zod.ts'
import { AvatarUrl, DisplayName, Email, NewPassword, Username } from '#features/users/user-fields.contract.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { MailProblem } from '#features/accounts/profile/email/mail-problem.contract.ts'
import { PASSWORD_MAX } from '#features/users/user-limits.policy.ts'

/** The session that every page receives; `user` is `null` for visitors. */
export const Session = z.object({
  user: z
    .object({
      id: z.number(),
      username: z.string(),
      displayName: z.string().nullable(),
      avatarUrl: z.string().nullable(),
      isAdmin: z.boolean(),
      isRestricted: z.boolean(),
      hasSecondFactor: z.boolean(),
      /** Level from 1 to 5, on which the member's rights depend. */
      level: z.number(),
      /** Whether the member may vote -1. */
      mayDownvote: z.boolean(),
      unreadNotices: z.number(),
    })
    .nullable(),
})
export type Session = z.infer<typeof Session>
export type SignedIn = NonNullable<Session['user']>

const AnyPassword = z.string().min(1, 'Password is required').max(PASSWORD_MAX, 'That password is too long')
const createCodeSchema = (message: string) => z.string().trim().min(6, message).max(60, message)
/** A six-digit code from the app, or a recovery code. */
const Code = createCodeSchema('Please enter the six digits, or a recovery code')
/** This limit is coarse: the sign-in throttle delays wrong passwords much earlier. */
const RATE_LIMIT = { max: 200, minutes: 10 }
const Done = z.object({ ok: z.literal(true) })

export const getSessionEndpoint = endpoint('GET /api/session', {
  summary: 'Get the session.',
  response: Session,
})
/** Unknown fields such as a role are ignored, so that sign-up cannot grant privileges (mass assignment). */
export const SignUpForm = z.object({ username: Username, email: Email, password: NewPassword, displayName: DisplayName.optional() })
export type SignUpForm = z.infer<typeof SignUpForm>
export const signUpEndpoint = endpoint('POST /api/sign-up', {
  summary:
    'Create a free account and sign in. The response does not reveal whether the email address has an account; its owner gets a mail.',
  body: SignUpForm,
  response: Session,
  extraStatuses: [409],
  rateLimit: { max: 20, minutes: 60 },
  feature: 'userAccounts',
})
/**
 * `username` may also be an email. An account with a second factor requires `code`: without it, the response is 401 `auth.code_needed` or
 * `auth.passkey_needed`.
 */
export const SignInForm = z.object({
  username: singleLine().min(1, 'Username is required').max(254, 'That username is too long'),
  password: AnyPassword,
  code: Code.optional(),
})
export type SignInForm = z.infer<typeof SignInForm>
export const signInEndpoint = endpoint('POST /api/sign-in', {
  summary: 'Sign in.',
  isQuotaExempt: true,
  body: SignInForm,
  response: Session,
  extraStatuses: [401],
  status: 200,
  rateLimit: RATE_LIMIT,
})
export const adminLoginEndpoint = endpoint('POST /api/admin/login', {
  summary: 'Sign in as an administrator. Other accounts get the same response as for a wrong password.',
  isQuotaExempt: true,
  body: SignInForm,
  response: Session,
  extraStatuses: [401],
  status: 200,
  rateLimit: RATE_LIMIT,
})
export const signOutEndpoint = endpoint('POST /api/sign-out', {
  summary: 'End this session.',
  isQuotaExempt: true,
  response: Session,
  status: 200,
  rateLimit: RATE_LIMIT,
})
/** Lets the back-office check access: responds 401 to visitors, 403 to members, and the session to administrators. */
export const adminSessionEndpoint = endpoint('GET /api/admin/session', {
  summary: 'Get the session of the signed-in administrator.',
  response: Session,
  access: 'admin',
})

export const ForgottenForm = z.object({ email: Email })
export const forgotPasswordEndpoint = endpoint('POST /api/password-reset', {
  summary: 'Request a password reset link by mail. The response does not reveal whether the account exists.',
  isQuotaExempt: true,
  body: ForgottenForm,
  response: Done,
  status: 200,
  rateLimit: { max: 10, minutes: 60 },
})
/** The token that a mailed link carries in its fragment (#). */
export const Token = z.string().min(20).max(100)
export const ResetForm = z.object({ token: Token, password: NewPassword, removePasskeys: z.boolean().optional() })
export type ResetForm = z.infer<typeof ResetForm>
export const resetPasswordEndpoint = endpoint('POST /api/password-reset/confirm', {
  summary:
    'Set a new password with the mailed link. Ends all sessions; also revokes passkeys and codes if the email address was unconfirmed.',
  isQuotaExempt: true,
  body: ResetForm,
  response: Done,
  status: 200,
  rateLimit: { max: 20, minutes: 60 },
})

/** The member's own account, including the fields that other members cannot see. */
export const OwnAccount = z.object({
  id: z.number(),
  username: z.string(),
  /** The email to which mails are sent: a confirmed one, or one that an administrator has set; `null` if there is none. */
  email: z.string().nullable(),
  /** A new email whose confirmation link has not been followed yet. */
  unconfirmedEmail: z.string().nullable(),
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  isAdmin: z.boolean(),
  isRestricted: z.boolean(),
  memberSince: z.string(),
  /** Whether one-time codes are on, or a passkey is required after the password. */
  hasSecondFactor: z.boolean(),
  hasOneTimeCodes: z.boolean(),
  /** Whether sign-in requires a passkey or a recovery code after the password. */
  asksPasskeyAfterPassword: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** Why no mails are sent to the account's email; `null` if they are sent. */
  mailProblem: MailProblem.nullable(),
})
export type OwnAccount = z.infer<typeof OwnAccount>
const forMember = { access: 'member' } as const
export const getAccountEndpoint = endpoint('GET /api/me', {
  ...forMember,
  summary: 'Get my account.',
  response: OwnAccount,
})
/**
 * A new email requires the password and takes effect once its confirmation link is followed. `avatarUrl` is the path of an uploaded
 * picture; an empty string removes the avatar.
 */
export const AccountForm = z.object({
  displayName: DisplayName.optional(),
  avatarUrl: AvatarUrl.optional(),
  email: Email.optional(),
  password: AnyPassword.optional(),
})
export type AccountForm = z.infer<typeof AccountForm>
export const changeAccountEndpoint = endpoint('PATCH /api/me', {
  ...forMember,
  summary: 'Change my profile.',
  body: AccountForm,
  response: OwnAccount,
  extraStatuses: [429],
})
/** A caller who is not signed in to the account must send its password, or a new one, which revokes all earlier access. */
export const ConfirmEmailForm = z.object({ token: Token, password: AnyPassword.optional(), newPassword: NewPassword.optional() })
export type ConfirmEmailForm = z.infer<typeof ConfirmEmailForm>
export const confirmEmailEndpoint = endpoint('POST /api/email/confirm', {
  summary: 'Confirm an email address with the link from the mail, as the owner of the account.',
  body: ConfirmEmailForm,
  response: z.object({ email: z.string() }),
  extraStatuses: [403, 409],
  status: 200,
  rateLimit: { max: 20, minutes: 60 },
})
export const resendConfirmationEndpoint = endpoint('POST /api/me/email/confirmation', {
  ...forMember,
  summary: 'Send the link to my unconfirmed email address again.',
  response: Done,
  extraStatuses: [409, 429],
  status: 200,
})
export const changePasswordEndpoint = endpoint('POST /api/me/password', {
  ...forMember,
  summary: 'Change my password and end my other sessions.',
  isQuotaExempt: true,
  body: z.object({ currentPassword: AnyPassword, newPassword: NewPassword, removePasskeys: z.boolean().optional() }),
  response: Done,
  extraStatuses: [429],
  status: 200,
})
export const OwnSession = z.object({
  id: z.number(),
  browser: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>
export const listSessionsEndpoint = endpoint('GET /api/me/sessions', {
  ...forMember,
  summary: 'List my sessions, last used first.',
  response: z.array(OwnSession),
  list: true,
})
export const endSessionEndpoint = endpoint('DELETE /api/me/sessions/:id', {
  ...forMember,
  summary: 'Sign out one of my sessions.',
  params: z.object({ id: Id }),
  response: Done,
})
export const signOutEverywhereEndpoint = endpoint('POST /api/me/sign-out-everywhere', {
  ...forMember,
  summary: 'End all my sessions, including this one.',
  isQuotaExempt: true,
  response: Done,
  status: 200,
})
export const deleteAccountEndpoint = endpoint('DELETE /api/me', {
  ...forMember,
  summary: 'Close my account. What I posted stays, under the name "Deleted member".',
  body: z.object({ password: AnyPassword }),
  response: Done,
  extraStatuses: [409, 429],
})
/** The TOTP secret as text, as `otpauth:` URI (`address`) and as QR code. It takes effect once a first code is confirmed. */
export const SecondFactorSetup = z.object({ secret: z.string(), address: z.string(), qrSvg: z.string() })
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>
export const startSecondFactorEndpoint = endpoint('POST /api/me/second-factor', {
  ...forMember,
  summary: 'Start the setup of one-time codes.',
  isQuotaExempt: true,
  body: z.object({ password: AnyPassword }),
  response: SecondFactorSetup,
  extraStatuses: [409, 429],
})
export const confirmSecondFactorEndpoint = endpoint('POST /api/me/second-factor/confirm', {
  ...forMember,
  summary: 'Confirm the first code. Returns recovery codes, which are shown only once.',
  isQuotaExempt: true,
  body: z.object({ code: createCodeSchema('Please enter the six digits') }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  extraStatuses: [409],
  status: 200,
})
export const stopSecondFactorEndpoint = endpoint('DELETE /api/me/second-factor', {
  ...forMember,
  summary: 'Switch off one-time codes.',
  body: z.object({ password: AnyPassword }),
  response: Done,
  extraStatuses: [429],
})
