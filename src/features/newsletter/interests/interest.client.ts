import { api, apiQuery } from '#platform/client/api.client.ts'

export type { NewsletterPreferences } from './interest.contract.ts'
export const preferencesQuery = (key: string) => apiQuery('GET /api/newsletter/preferences', { query: { key } })
export const changePreferences = (token: string, interests: number[]) =>
  api('PATCH /api/newsletter/preferences', { body: { token, interests } })
