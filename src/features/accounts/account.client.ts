import { queryOptions } from '@tanstack/react-query'
import { api, apiQuery, pathOf, type CallInput } from '#platform/client/api.client.ts'

export type { MailProblem } from './profile/email/mail-problem.contract.ts'
export type { EmailLinkState } from './profile/profile.contract.ts'
export type { AccountForm, OwnAccount, OwnSession, SecondFactorSetup, SignInForm, SignUpForm } from './account.contract.ts'

export const adminSessionQuery = () => apiQuery('GET /api/admin/session')
export const accountQuery = () => apiQuery('GET /api/me')
export const ownSessionsQuery = () => apiQuery('GET /api/me/sessions')
export const EXPORT_URL = pathOf('GET /api/me/export')

/** `storeSession` forgets what was one person's own; asking for it again would only be refused. */
const ENDS_IN_SESSION = { refetches: false } as const

export const signUp = (body: CallInput<'POST /api/sign-up'>['body']) => api('POST /api/sign-up', { body, ...ENDS_IN_SESSION })
export const signIn = (body: CallInput<'POST /api/sign-in'>['body']) => api('POST /api/sign-in', { body, ...ENDS_IN_SESSION })
export const adminLogin = (body: CallInput<'POST /api/admin/login'>['body']) => api('POST /api/admin/login', { body, ...ENDS_IN_SESSION })
export const signOut = () => api('POST /api/sign-out', ENDS_IN_SESSION)
export const forgotPassword = (email: string) => api('POST /api/password-reset', { body: { email } })
export const resetPassword = (body: CallInput<'POST /api/password-reset/confirm'>['body']) =>
  api('POST /api/password-reset/confirm', { body, ...ENDS_IN_SESSION })
export const changeAccount = (body: CallInput<'PATCH /api/me'>['body']) => api('PATCH /api/me', { body })
export const emailLinkQuery = (token: string) =>
  queryOptions({
    queryKey: [pathOf('POST /api/email/link'), { body: { token } }] as const,
    queryFn: () => api('POST /api/email/link', { body: { token }, refetches: false }),
  })
export const confirmEmail = (body: CallInput<'POST /api/email/confirm'>['body']) => api('POST /api/email/confirm', { body })
export const uploadAvatar = (file: File) => api('POST /api/me/picture', { file })
export const resendConfirmation = () => api('POST /api/me/email/confirmation')
export const retryEmail = () => api('POST /api/me/email/retry')
export const changePassword = (body: CallInput<'POST /api/me/password'>['body']) => api('POST /api/me/password', { body })
export const endSession = (id: number) => api('DELETE /api/me/sessions/:id', { params: { id } })
export const signOutEverywhere = () => api('POST /api/me/sign-out-everywhere', ENDS_IN_SESSION)
export const deleteAccount = (password: string) => api('DELETE /api/me', { body: { password }, ...ENDS_IN_SESSION })
export const startSecondFactor = (password: string) => api('POST /api/me/second-factor', { body: { password } })
export const confirmSecondFactor = (code: string) => api('POST /api/me/second-factor/confirm', { body: { code } })
export const stopSecondFactor = (password: string) => api('DELETE /api/me/second-factor', { body: { password } })

/** The checks of the contract, fetched when a form needs them: zod stays out of the first load. */
export const loadAccountForms = () => import('./account.contract.ts')
