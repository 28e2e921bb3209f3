/** Accounts: signing up, in and out, and everything that is a member's own. */
import { z } from '#platform/contract/zod.ts'
import { AvatarUrl, DisplayName, Email, NewPassword, Username } from '#features/users/user-fields.contract.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { MailProblem } from '#features/accounts/profile/email/mail-problem.contract.ts'
import { PASSWORD_MAX } from '#features/users/user-limits.policy.ts'

/** Who is signed in, as every page knows it; `user` is null for a visitor. */
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
      /** What they were told and have not read. */
      unreadNotices: z.number(),
    })
    .nullable(),
})
export type Session = z.infer<typeof Session>
export type SignedIn = NonNullable<Session['user']>

const AnyPassword = z.string().min(1, 'Password is required').max(PASSWORD_MAX, 'That password is too long')
const codeSaying = (message: string) => z.string().trim().min(6, message).max(60, message)
/** Six digits from the app, or one of the recovery codes. */
const Code = codeSaying('Please enter the six digits, or a recovery code')
/** The outer fence only: wrong passwords are slowed down long before. */
const GUESSES = { max: 200, minutes: 10 }
const Done = z.object({ ok: z.literal(true) })

export const getSessionEndpoint = endpoint('GET /api/session', {
  summary: 'Who is signed in.',
  response: Session,
})
/** A role sent along is not looked at: nobody makes themselves an administrator. */
export const SignUpForm = z.object({ username: Username, email: Email, password: NewPassword, displayName: DisplayName.optional() })
export type SignUpForm = z.infer<typeof SignUpForm>
export const signUpEndpoint = endpoint('POST /api/sign-up', {
  summary: 'Make a free account and sign in. Answers the same whether the email address has an account or not; its owner gets a mail.',
  body: SignUpForm,
  response: Session,
  extraStatuses: [409],
  rateLimit: { max: 20, minutes: 60 },
  feature: 'userAccounts',
})
/** `username` may also be the email address. `code` when the account has a second factor: 401 `auth.code_needed` asks for it. */
export const SignInForm = z.object({
  username: singleLine().min(1, 'Username is required').max(254, 'That username is too long'),
  password: AnyPassword,
  code: Code.optional(),
})
export type SignInForm = z.infer<typeof SignInForm>
export const signInEndpoint = endpoint('POST /api/sign-in', {
  summary: 'Sign in.',
  needsNoRoom: true,
  body: SignInForm,
  response: Session,
  extraStatuses: [401],
  status: 200,
  rateLimit: GUESSES,
})
export const adminLoginEndpoint = endpoint('POST /api/admin/login', {
  summary: 'Sign in as an administrator. Anybody else hears what a wrong password hears.',
  needsNoRoom: true,
  body: SignInForm,
  response: Session,
  extraStatuses: [401],
  status: 200,
  rateLimit: GUESSES,
})
export const signOutEndpoint = endpoint('POST /api/sign-out', {
  summary: 'End this session.',
  needsNoRoom: true,
  response: Session,
  status: 200,
  rateLimit: GUESSES,
})
/** Only to ask whether the caller may see the back-office: 401, 403 or the administrator. */
export const adminSessionEndpoint = endpoint('GET /api/admin/session', {
  summary: 'The administrator who is signed in.',
  response: Session,
  access: 'admin',
})

export const ForgottenForm = z.object({ email: Email })
export const forgotPasswordEndpoint = endpoint('POST /api/password-reset', {
  summary: 'Ask for a mail with a link to set a new password. Answers the same whether there is such an account or not.',
  needsNoRoom: true,
  body: ForgottenForm,
  response: Done,
  status: 200,
  rateLimit: { max: 10, minutes: 60 },
})
/** From behind the # of a link in a mail. */
export const Token = z.string().min(20).max(100)
export const ResetForm = z.object({ token: Token, password: NewPassword, removePasskeys: z.boolean().optional() })
export type ResetForm = z.infer<typeof ResetForm>
export const resetPasswordEndpoint = endpoint('POST /api/password-reset/confirm', {
  summary:
    'Set a new password with the link from the mail; ends all sessions, and everything else that opened the account if its address was not confirmed before.',
  needsNoRoom: true,
  body: ResetForm,
  response: Done,
  status: 200,
  rateLimit: { max: 20, minutes: 60 },
})

/** A member's own account, with what nobody else sees. */
export const OwnAccount = z.object({
  id: z.number(),
  username: z.string(),
  /** The address that is proved to be theirs: mail goes there. */
  email: z.string().nullable(),
  /** One that they gave, whose link they have not followed yet. */
  unconfirmedEmail: z.string().nullable(),
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  isAdmin: z.boolean(),
  isRestricted: z.boolean(),
  memberSince: z.string(),
  /** One-time codes, or a passkey after the password. */
  hasSecondFactor: z.boolean(),
  hasOneTimeCodes: z.boolean(),
  /** The password alone does not open it: a passkey, or a recovery code, is asked for too. */
  asksPasskeyAfterPassword: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** Why no mail goes to the account's address; null: it goes. */
  mailProblem: MailProblem.nullable(),
})
export type OwnAccount = z.infer<typeof OwnAccount>
const mine = { access: 'member' } as const
export const getAccountEndpoint = endpoint('GET /api/me', {
  ...mine,
  summary: 'My account.',
  response: OwnAccount,
})
/** A new email address needs the password, and counts once the link that is sent to it was followed. A picture is uploaded first. */
export const AccountForm = z.object({
  displayName: DisplayName.optional(),
  avatarUrl: AvatarUrl.optional(),
  email: Email.optional(),
  password: AnyPassword.optional(),
})
export type AccountForm = z.infer<typeof AccountForm>
export const changeAccountEndpoint = endpoint('PATCH /api/me', {
  ...mine,
  summary: 'Change my profile.',
  body: AccountForm,
  response: OwnAccount,
  extraStatuses: [429],
})
/** A caller who is not signed in to the account gives its password, or a new one, which ends all earlier access. */
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
  ...mine,
  summary: 'Send the link to my unconfirmed email address again.',
  response: Done,
  extraStatuses: [409, 429],
  status: 200,
})
export const changePasswordEndpoint = endpoint('POST /api/me/password', {
  ...mine,
  summary: 'Change my password; ends my other sessions.',
  needsNoRoom: true,
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
  ...mine,
  summary: 'Where I am signed in, last seen first.',
  response: z.array(OwnSession),
  list: true,
})
export const endSessionEndpoint = endpoint('DELETE /api/me/sessions/:id', {
  ...mine,
  summary: 'Sign out one of my sessions.',
  params: z.object({ id: Id }),
  response: Done,
})
export const signOutEverywhereEndpoint = endpoint('POST /api/me/sign-out-everywhere', {
  ...mine,
  summary: 'End all my sessions, this one too.',
  needsNoRoom: true,
  response: Done,
  status: 200,
})
export const deleteAccountEndpoint = endpoint('DELETE /api/me', {
  ...mine,
  summary: 'Close my account. What I posted stays, under the name "Deleted member".',
  body: z.object({ password: AnyPassword }),
  response: Done,
  extraStatuses: [409, 429],
})
/** The secret as text and as a picture to scan; it counts once a first code has been confirmed. */
export const SecondFactorSetup = z.object({ secret: z.string(), address: z.string(), qrSvg: z.string() })
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>
export const startSecondFactorEndpoint = endpoint('POST /api/me/second-factor', {
  ...mine,
  summary: 'Begin to set up one-time codes.',
  needsNoRoom: true,
  body: z.object({ password: AnyPassword }),
  response: SecondFactorSetup,
  extraStatuses: [409, 429],
})
export const confirmSecondFactorEndpoint = endpoint('POST /api/me/second-factor/confirm', {
  ...mine,
  summary: 'Prove the first code; answers recovery codes, shown this once.',
  needsNoRoom: true,
  body: z.object({ code: codeSaying('Please enter the six digits') }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  extraStatuses: [409],
  status: 200,
})
export const stopSecondFactorEndpoint = endpoint('DELETE /api/me/second-factor', {
  ...mine,
  summary: 'Do without one-time codes.',
  body: z.object({ password: AnyPassword }),
  response: Done,
  extraStatuses: [429],
})
