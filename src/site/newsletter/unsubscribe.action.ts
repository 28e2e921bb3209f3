import { keyAction } from './key-action.ts'

/** Posted by the page's form and by mail clients (one-click unsubscribe, RFC 8058). */
export const action = keyAction((api, key) => api('POST /api/newsletter/one-click', { body: { key } }))
