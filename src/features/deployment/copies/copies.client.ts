import { apiQuery, sendRequest, type CallInput } from '#platform/client/api.client.ts'
import type { QuotaForm } from '#features/quotas/quota.contract.ts'
import type {
  changeCopyNewsletterEndpoint,
  changeCopyQuotasEndpoint,
  deleteCopyEndpoint,
  listCopiesEndpoint,
  resumeCopyEndpoint,
  suspendCopyEndpoint,
} from './copies.contract.ts'
import type {
  answerLaunchQuestionEndpoint,
  changeLaunchSettingsEndpoint,
  getLaunchSettingsEndpoint,
  LaunchSettingsForm,
} from '#features/deployment/launch-settings.contract.ts'
import {
  answerLaunchQuestionCall,
  changeCopyNewsletterCall,
  changeCopyQuotasCall,
  changeLaunchSettingsCall,
  deleteCopyCall,
  getLaunchSettingsCall,
  listCopiesCall,
  resumeCopyCall,
  suspendCopyCall,
} from './copies.endpoints.ts'

export type { Copy, ResumedCopy } from './copies.contract.ts'
export type { LaunchSettings, LaunchSettingsForm } from '#features/deployment/launch-settings.contract.ts'
export const copiesQuery = (query: CallInput<typeof listCopiesEndpoint>['query'] = {}) =>
  apiQuery<typeof listCopiesEndpoint>(listCopiesCall, { query })
export const launchSettingsQuery = () => apiQuery<typeof getLaunchSettingsEndpoint>(getLaunchSettingsCall)
export const suspendCopy = (id: number) => sendRequest<typeof suspendCopyEndpoint>(suspendCopyCall, { params: { id } })
export const resumeCopy = (id: number) => sendRequest<typeof resumeCopyEndpoint>(resumeCopyCall, { params: { id } })
export const deleteCopy = (id: number, name: string) =>
  sendRequest<typeof deleteCopyEndpoint>(deleteCopyCall, { params: { id }, body: { name } })
export const changeCopyQuotas = (id: number, body: QuotaForm) =>
  sendRequest<typeof changeCopyQuotasEndpoint>(changeCopyQuotasCall, { params: { id }, body })
export const changeCopyNewsletter = (id: number, isAllowed: boolean) =>
  sendRequest<typeof changeCopyNewsletterEndpoint>(changeCopyNewsletterCall, { params: { id }, body: { isAllowed } })
export const changeLaunchSettings = (body: Partial<LaunchSettingsForm>) =>
  sendRequest<typeof changeLaunchSettingsEndpoint>(changeLaunchSettingsCall, { body })
export const answerLaunchQuestion = (answer: 'open' | 'closed') =>
  sendRequest<typeof answerLaunchQuestionEndpoint>(answerLaunchQuestionCall, { body: { answer } })
