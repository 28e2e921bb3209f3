import { leaveWithOneClickCall } from '#features/newsletter/newsletter.endpoints.ts'
import { keyAction } from './key-action.ts'

/** Taken from a reader's press and from a mail program alike. */
export const action = keyAction((transport, key) => transport(leaveWithOneClickCall.method, leaveWithOneClickCall.path, { body: { key } }))
