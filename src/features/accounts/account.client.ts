import { queryOptions } from '@tanstack/react-query'
import { api, apiQuery, pathOf, type CallInput } from '#platform/client/api.client.ts'

export type { MailProblem } from './profile/email/mail-problem.contract.ts'
export type { EmailLinkState } from './profile/profile.contract.ts'
export type { AccountForm, OwnAccount, OwnSession, SecondFactorSetup, SignInForm, SignUpForm } from './account.contract.ts'

export const adminSessionQuery = () => apiQuery('GET /api/admin/session')
export const accountQuery = () => apiQuery('GET /api/me')
export const ownSessionsQuery = () => apiQuery('GET /api/me/sessions')
export const EXPORT_URL = pathOf('GET /api/me/export')

/**
 * Disables the refetch after the call: `storeSession` removes the per-user queries, and refetching them without the new session would fail.
 */
const WITHOUT_REFETCH = { refetches: false } as const

export const signUp = (body: CallInput<'POST /api/sign-up'>['body']) => api('POST /api/sign-up', { body, ...WITHOUT_REFETCH })
export const signIn = (body: CallInput<'POST /api/sign-in'>['body']) => api('POST /api/sign-in', { body, ...WITHOUT_REFETCH })
export const adminLogin = (body: CallInput<'POST /api/admin/login'>['body']) => api('POST /api/admin/login', { body, ...WITHOUT_REFETCH })
export const signOut = () => api('POST /api/sign-out', WITHOUT_REFETCH)
export const forgotPassword = (email: string) => api('POST /api/password-reset', { body: { email } })
export const resetPassword = (body: CallInput<'POST /api/password-reset/confirm'>['body']) =>
  api('POST /api/password-reset/confirm', { body, ...WITHOUT_REFETCH })
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
export const signOutEverywhere = () => api('POST /api/me/sign-out-everywhere', WITHOUT_REFETCH)
export const deleteAccount = (password: string) => api('DELETE /api/me', { body: { password }, ...WITHOUT_REFETCH })
export const startSecondFactor = (password: string) => api('POST /api/me/second-factor', { body: { password } })
export const confirmSecondFactor = (code: string) => api('POST /api/me/second-factor/confirm', { body: { code } })
export const stopSecondFactor = (password: string) => api('DELETE /api/me/second-factor', { body: { password } })

/** Lazy-loads the contract's schemas for form validation, to keep zod out of the initial bundle. */
export const loadAccountForms = () => import('./account.contract.ts')
