import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { countDemoContentEndpoint, REMOVE_DEMO_CONFIRMATION, removeDemoContentEndpoint } from './demo-content.contract.ts'
import { countDemoContentCall, removeDemoContentCall } from './demo-content.endpoints.ts'

export type { DemoContent } from './demo-content.contract.ts'

/** The contract's words; its module stays out of the browser's bundle. */
export const DEMO_CONFIRMATION: typeof REMOVE_DEMO_CONFIRMATION = 'remove demo content'

export const demoContentQuery = () => apiQuery<typeof countDemoContentEndpoint>(countDemoContentCall)
export const removeDemoContent = () =>
  sendRequest<typeof removeDemoContentEndpoint>(removeDemoContentCall, { body: { confirm: DEMO_CONFIRMATION } })
