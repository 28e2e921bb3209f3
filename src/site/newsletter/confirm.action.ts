import { createKeyAction } from './key-action.ts'

export const action = createKeyAction((api, token) => api('POST /api/newsletter/confirm', { body: { token } }))
