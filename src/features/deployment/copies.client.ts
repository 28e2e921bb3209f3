import { apiQuery, send, type CallInput } from '#platform/api.client.ts'
import type {
  changeLaunchingEndpoint,
  deleteCopyEndpoint,
  getLaunchingEndpoint,
  LaunchingForm,
  listCopiesEndpoint,
  resumeCopyEndpoint,
  suspendCopyEndpoint,
} from './copies.contract.ts'

export type { Copy, Launching, LaunchingForm, ResumedCopy } from './copies.contract.ts'
export const copiesQuery = (query: CallInput<typeof listCopiesEndpoint>['query'] = {}) =>
  apiQuery<typeof listCopiesEndpoint>('/api/admin/sites', { query })
export const launchingQuery = () => apiQuery<typeof getLaunchingEndpoint>('/api/admin/launching')
export const suspendCopy = (id: number) => send<typeof suspendCopyEndpoint>('POST', '/api/admin/sites/:id/suspend', { params: { id } })
export const resumeCopy = (id: number) => send<typeof resumeCopyEndpoint>('POST', '/api/admin/sites/:id/resume', { params: { id } })
export const deleteCopy = (id: number, name: string) =>
  send<typeof deleteCopyEndpoint>('DELETE', '/api/admin/sites/:id', { params: { id }, body: { name } })
export const changeLaunching = (body: Partial<LaunchingForm>) =>
  send<typeof changeLaunchingEndpoint>('PATCH', '/api/admin/launching', { body })
