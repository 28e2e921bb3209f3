import { keyAction } from './key-action.ts'

export const action = keyAction((api, token) => api('POST /api/newsletter/confirm', { body: { token } }))
