import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { changePreferencesEndpoint, readPreferencesEndpoint } from './interest.contract.ts'
import { changePreferencesCall, readPreferencesCall } from './interest.endpoints.ts'

export type { NewsletterPreferences } from './interest.contract.ts'
export const preferencesQuery = (key: string) => apiQuery<typeof readPreferencesEndpoint>(readPreferencesCall, { query: { key } })
export const changePreferences = (token: string, interests: number[]) =>
  sendRequest<typeof changePreferencesEndpoint>(changePreferencesCall, { body: { token, interests } })
