import { keyAction } from './key-action.ts'

/** Taken from a reader's press and from a mail program alike. */
export const action = keyAction((api, key) => api('POST /api/newsletter/one-click', { body: { key } }))
