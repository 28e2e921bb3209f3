import type { input, ZodType } from 'zod'
import { apiQuery, send } from '#platform/api.client.ts'
import type * as contract from './account.contract.ts'

export type {
  AccountForm,
  OwnAccount,
  OwnSession,
  SecondFactorSetup,
  Session,
  SignedIn,
  SignInForm,
  SignUpForm,
} from './account.contract.ts'

/** What the browser remembers of an administrator's session: a hint for the menu, nothing more. */
export const ADMIN_FLAG = 'isAdmin'

export const sessionQuery = () => apiQuery<typeof contract.getSessionEndpoint>('/api/session')
export const adminSessionQuery = () => apiQuery<typeof contract.adminSessionEndpoint>('/api/admin/session')
export const accountQuery = () => apiQuery<typeof contract.getAccountEndpoint>('/api/me')
export const ownSessionsQuery = () => apiQuery<typeof contract.listSessionsEndpoint>('/api/me/sessions')
export const EXPORT_ADDRESS = '/api/me/export'

type BodyOf<E extends { body: ZodType }> = input<E['body']>

export const signUp = (body: BodyOf<typeof contract.signUpEndpoint>) =>
  send<typeof contract.signUpEndpoint>('POST', '/api/sign-up', { body })
export const signIn = (body: BodyOf<typeof contract.signInEndpoint>) =>
  send<typeof contract.signInEndpoint>('POST', '/api/sign-in', { body })
export const adminLogin = (body: BodyOf<typeof contract.adminLoginEndpoint>) =>
  send<typeof contract.adminLoginEndpoint>('POST', '/api/admin/login', { body })
export const signOut = () => send<typeof contract.signOutEndpoint>('POST', '/api/sign-out', {})
export const forgotPassword = (email: string) =>
  send<typeof contract.forgotPasswordEndpoint>('POST', '/api/password-reset', { body: { email } })
export const resetPassword = (body: BodyOf<typeof contract.resetPasswordEndpoint>) =>
  send<typeof contract.resetPasswordEndpoint>('POST', '/api/password-reset/confirm', { body })
export const changeAccount = (body: BodyOf<typeof contract.changeAccountEndpoint>) =>
  send<typeof contract.changeAccountEndpoint>('PATCH', '/api/me', { body })
export const changePassword = (body: BodyOf<typeof contract.changePasswordEndpoint>) =>
  send<typeof contract.changePasswordEndpoint>('POST', '/api/me/password', { body })
export const endSession = (id: number) => send<typeof contract.endSessionEndpoint>('DELETE', '/api/me/sessions/:id', { params: { id } })
export const signOutEverywhere = () => send<typeof contract.signOutEverywhereEndpoint>('POST', '/api/me/sign-out-everywhere', {})
export const deleteAccount = (password: string) => send<typeof contract.deleteAccountEndpoint>('DELETE', '/api/me', { body: { password } })
export const startSecondFactor = (password: string) =>
  send<typeof contract.startSecondFactorEndpoint>('POST', '/api/me/second-factor', { body: { password } })
export const confirmSecondFactor = (code: string) =>
  send<typeof contract.confirmSecondFactorEndpoint>('POST', '/api/me/second-factor/confirm', { body: { code } })
export const stopSecondFactor = (password: string) =>
  send<typeof contract.stopSecondFactorEndpoint>('DELETE', '/api/me/second-factor', { body: { password } })

/** The checks of the contract, fetched when a form needs them: zod stays out of the first load. */
export const loadAccountForms = () => import('./account.contract.ts')
