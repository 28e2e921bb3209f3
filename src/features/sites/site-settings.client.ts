import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { changeSettingsEndpoint, getSettingsEndpoint, SiteSettingsForm } from './site-settings.contract.ts'
import { changeSettingsCall, getSettingsCall } from './site-settings.endpoints.ts'

export type { FullSettings, SiteSettingsForm } from './site-settings.contract.ts'
export const settingsQuery = () => apiQuery<typeof getSettingsEndpoint>(getSettingsCall)
export const changeSettings = (body: Partial<SiteSettingsForm> & { version?: number | undefined }) =>
  sendRequest<typeof changeSettingsEndpoint>(changeSettingsCall, { body })
