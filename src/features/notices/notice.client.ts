import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './notice.contract.ts'
import {
  changePreferencesCall,
  getLeavingCall,
  getPreferencesCall,
  leaveNoticesCall,
  listNoticesCall,
  readNoticesCall,
} from './notice.endpoints.ts'

export type { Notice, NoticePreferences } from './notice.contract.ts'

export const NOTICES_PER_PAGE = 20
export const noticesQuery = (page = 1) =>
  apiQuery<typeof contract.listNoticesEndpoint>(listNoticesCall, { query: { page, perPage: NOTICES_PER_PAGE } })
export const preferencesQuery = () => apiQuery<typeof contract.getPreferencesEndpoint>(getPreferencesCall)
export const readNotices = (which: { ids?: number[]; about?: string } = {}) =>
  sendRequest<typeof contract.readNoticesEndpoint>(readNoticesCall, { body: which })
export const changePreferences = (body: Partial<contract.NoticePreferences>) =>
  sendRequest<typeof contract.changePreferencesEndpoint>(changePreferencesCall, { body })
export const leavingQuery = (key: string) => apiQuery<typeof contract.getLeavingEndpoint>(getLeavingCall, { params: { key } })
export const leaveNotices = (key: string) => sendRequest<typeof contract.leaveNoticesEndpoint>(leaveNoticesCall, { params: { key } })
