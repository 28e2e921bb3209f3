import { createKeyAction } from './key-action.ts'

/** Unsubscribes. The form of the page and mail clients (one-click unsubscribe, RFC 8058) post here. */
export const action = createKeyAction((api, key) => api('POST /api/newsletter/one-click', { body: { key } }))
