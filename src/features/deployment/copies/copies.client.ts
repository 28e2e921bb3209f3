import { api, apiQuery, type CallInput } from '#platform/client/api.client.ts'
import type { QuotaForm } from '#features/quotas/quota.contract.ts'
import type { LaunchSettingsForm } from '#features/deployment/launch-settings.contract.ts'

export type { Copy, ResumedCopy } from './copies.contract.ts'
export type { LaunchSettings, LaunchSettingsForm } from '#features/deployment/launch-settings.contract.ts'
export const launchedSitesQuery = (query: CallInput<'GET /api/admin/sites'>['query'] = {}) => apiQuery('GET /api/admin/sites', { query })
export const launchSettingsQuery = () => apiQuery('GET /api/admin/launching')
export const suspendLaunchedSite = (id: number) => api('POST /api/admin/sites/:id/suspend', { params: { id } })
export const resumeLaunchedSite = (id: number) => api('POST /api/admin/sites/:id/resume', { params: { id } })
export const deleteLaunchedSite = (id: number, name: string) => api('DELETE /api/admin/sites/:id', { params: { id }, body: { name } })
export const changeLaunchedSiteQuotas = (id: number, body: QuotaForm) => api('PATCH /api/admin/sites/:id/quotas', { params: { id }, body })
export const changeLaunchedSiteNewsletter = (id: number, isAllowed: boolean) =>
  api('PATCH /api/admin/sites/:id/newsletter', { params: { id }, body: { isAllowed } })
export const changeLaunchSettings = (body: Partial<LaunchSettingsForm>) => api('PATCH /api/admin/launching', { body })
export const answerLaunchQuestion = (answer: 'open' | 'closed') => api('POST /api/admin/launching/answer', { body: { answer } })
