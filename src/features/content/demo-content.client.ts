import { api, apiQuery } from '#platform/client/api.client.ts'
import type { REMOVE_DEMO_CONFIRMATION, REPLACE_DEMO_CONFIRMATION } from './demo-content.contract.ts'

export type { DemoContent } from './demo-content.contract.ts'

/** These repeat the texts of the contract, because importing its module would add it to the browser's bundle. */
export const DEMO_CONFIRMATION: typeof REMOVE_DEMO_CONFIRMATION = 'remove demo content'
export const REPLACE_CONFIRMATION: typeof REPLACE_DEMO_CONFIRMATION = 'replace demo content'

export const demoContentQuery = () => apiQuery('GET /api/admin/demo-content')
export const removeDemoContent = () => api('DELETE /api/admin/demo-content', { body: { confirm: DEMO_CONFIRMATION } })
export const replaceDemoContent = () => api('POST /api/admin/demo-content/starter', { body: { confirm: REPLACE_CONFIRMATION } })
