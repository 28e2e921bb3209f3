import { apiQuery, send } from '#platform/api.client.ts'
import type { countDemoContentEndpoint, REMOVE_DEMO_WORDS, removeDemoContentEndpoint } from './demo-content.contract.ts'

export type { DemoContent } from './demo-content.contract.ts'

/** The contract's words; its module stays out of the browser's bundle. */
export const DEMO_WORDS: typeof REMOVE_DEMO_WORDS = 'remove demo content'

export const demoContentQuery = () => apiQuery<typeof countDemoContentEndpoint>('/api/admin/demo-content')
export const removeDemoContent = () =>
  send<typeof removeDemoContentEndpoint>('DELETE', '/api/admin/demo-content', { body: { confirm: DEMO_WORDS } })
