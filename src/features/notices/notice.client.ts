import { api, apiQuery } from '#platform/client/api.client.ts'
import type * as contract from './notice.contract.ts'

export type { Notice, NoticePreferences } from './notice.contract.ts'

export const NOTICES_PER_PAGE = 20
export const noticesQuery = (page = 1) => apiQuery('GET /api/me/notices', { query: { page, perPage: NOTICES_PER_PAGE } })
export const preferencesQuery = () => apiQuery('GET /api/me/notice-preferences')
export const readNotices = (filter: { ids?: number[]; about?: string } = {}) => api('POST /api/me/notices/read', { body: filter })
export const changePreferences = (body: Partial<contract.NoticePreferences>) => api('PATCH /api/me/notice-preferences', { body })
export const unsubscribeQuery = (key: string) => apiQuery('GET /api/notice-leave/:key', { params: { key } })
export const unsubscribeFromNotices = (key: string) => api('POST /api/notice-leave/:key', { params: { key } })
