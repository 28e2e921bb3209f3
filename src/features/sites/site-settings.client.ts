import { api, apiQuery } from '#platform/client/api.client.ts'
import type { SiteSettingsForm } from './site-settings.contract.ts'

export type { FullSettings, SiteSettingsForm } from './site-settings.contract.ts'
export const settingsQuery = () => apiQuery('GET /api/admin/settings')
export const changeSettings = (body: Partial<SiteSettingsForm> & { version?: number | undefined }) =>
  api('PATCH /api/admin/settings', { body })
