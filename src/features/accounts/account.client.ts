import { queryOptions } from '@tanstack/react-query'
import type { input, ZodType } from 'zod'
import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './account.contract.ts'
import type { retryEmailEndpoint } from './profile/email/mail-problem.contract.ts'
import type * as profile from './profile/profile.contract.ts'
import {
  adminLoginCall,
  adminSessionCall,
  changeAccountCall,
  changePasswordCall,
  confirmEmailCall,
  confirmSecondFactorCall,
  deleteAccountCall,
  describeEmailLinkCall,
  endSessionCall,
  exportAccountCall,
  forgotPasswordCall,
  getAccountCall,
  listSessionsCall,
  resendConfirmationCall,
  resetPasswordCall,
  retryEmailCall,
  signInCall,
  signOutCall,
  signOutEverywhereCall,
  signUpCall,
  startSecondFactorCall,
  stopSecondFactorCall,
  uploadAvatarCall,
} from './account.endpoints.ts'

export type { MailProblem } from './profile/email/mail-problem.contract.ts'
export type { EmailLinkState } from './profile/profile.contract.ts'
export type { AccountForm, OwnAccount, OwnSession, SecondFactorSetup, SignInForm, SignUpForm } from './account.contract.ts'

export const adminSessionQuery = () => apiQuery<typeof contract.adminSessionEndpoint>(adminSessionCall)
export const accountQuery = () => apiQuery<typeof contract.getAccountEndpoint>(getAccountCall)
export const ownSessionsQuery = () => apiQuery<typeof contract.listSessionsEndpoint>(listSessionsCall)
export const EXPORT_URL = exportAccountCall.path

/** `storeSession` forgets what was one person's own; asking for it again would only be refused. */
const ENDS_IN_SESSION = { refetches: false } as const

type BodyOf<E extends { body: ZodType }> = input<E['body']>

export const signUp = (body: BodyOf<typeof contract.signUpEndpoint>) =>
  sendRequest<typeof contract.signUpEndpoint>(signUpCall, { body, ...ENDS_IN_SESSION })
export const signIn = (body: BodyOf<typeof contract.signInEndpoint>) =>
  sendRequest<typeof contract.signInEndpoint>(signInCall, { body, ...ENDS_IN_SESSION })
export const adminLogin = (body: BodyOf<typeof contract.adminLoginEndpoint>) =>
  sendRequest<typeof contract.adminLoginEndpoint>(adminLoginCall, { body, ...ENDS_IN_SESSION })
export const signOut = () => sendRequest<typeof contract.signOutEndpoint>(signOutCall, ENDS_IN_SESSION)
export const forgotPassword = (email: string) =>
  sendRequest<typeof contract.forgotPasswordEndpoint>(forgotPasswordCall, { body: { email } })
export const resetPassword = (body: BodyOf<typeof contract.resetPasswordEndpoint>) =>
  sendRequest<typeof contract.resetPasswordEndpoint>(resetPasswordCall, { body, ...ENDS_IN_SESSION })
export const changeAccount = (body: BodyOf<typeof contract.changeAccountEndpoint>) =>
  sendRequest<typeof contract.changeAccountEndpoint>(changeAccountCall, { body })
export const emailLinkQuery = (token: string) =>
  queryOptions({
    queryKey: [describeEmailLinkCall.path, { body: { token } }] as const,
    queryFn: () => sendRequest<typeof profile.describeEmailLinkEndpoint>(describeEmailLinkCall, { body: { token }, refetches: false }),
  })
export const confirmEmail = (body: BodyOf<typeof contract.confirmEmailEndpoint>) =>
  sendRequest<typeof contract.confirmEmailEndpoint>(confirmEmailCall, { body })
export const uploadAvatar = (file: File) => sendRequest<typeof profile.uploadAvatarEndpoint>(uploadAvatarCall, { file })
export const resendConfirmation = () => sendRequest<typeof contract.resendConfirmationEndpoint>(resendConfirmationCall, {})
export const retryEmail = () => sendRequest<typeof retryEmailEndpoint>(retryEmailCall, {})
export const changePassword = (body: BodyOf<typeof contract.changePasswordEndpoint>) =>
  sendRequest<typeof contract.changePasswordEndpoint>(changePasswordCall, { body })
export const endSession = (id: number) => sendRequest<typeof contract.endSessionEndpoint>(endSessionCall, { params: { id } })
export const signOutEverywhere = () => sendRequest<typeof contract.signOutEverywhereEndpoint>(signOutEverywhereCall, ENDS_IN_SESSION)
export const deleteAccount = (password: string) =>
  sendRequest<typeof contract.deleteAccountEndpoint>(deleteAccountCall, { body: { password }, ...ENDS_IN_SESSION })
export const startSecondFactor = (password: string) =>
  sendRequest<typeof contract.startSecondFactorEndpoint>(startSecondFactorCall, { body: { password } })
export const confirmSecondFactor = (code: string) =>
  sendRequest<typeof contract.confirmSecondFactorEndpoint>(confirmSecondFactorCall, { body: { code } })
export const stopSecondFactor = (password: string) =>
  sendRequest<typeof contract.stopSecondFactorEndpoint>(stopSecondFactorCall, { body: { password } })

/** The checks of the contract, fetched when a form needs them: zod stays out of the first load. */
export const loadAccountForms = () => import('./account.contract.ts')
