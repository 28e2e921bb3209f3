import { confirmSubscriptionCall } from '#features/newsletter/newsletter.endpoints.ts'
import { keyAction } from './key-action.ts'

export const action = keyAction((transport, token) =>
  transport(confirmSubscriptionCall.method, confirmSubscriptionCall.path, { body: { token } }),
)
