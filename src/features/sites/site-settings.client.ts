import { apiQuery, send } from '#platform/api.client.ts'
import type { changeSettingsEndpoint, getSettingsEndpoint, SiteSettingsForm } from './site-settings.contract.ts'

export type { FullSettings, SiteSettingsForm } from './site-settings.contract.ts'
export const settingsQuery = () => apiQuery<typeof getSettingsEndpoint>('/api/admin/settings')
export const changeSettings = (body: Partial<SiteSettingsForm>) =>
  send<typeof changeSettingsEndpoint>('PATCH', '/api/admin/settings', { body })
