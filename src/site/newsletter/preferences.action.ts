import { changePreferencesCall } from '#features/newsletter/interests/interest.endpoints.ts'
import { keyAction } from './key-action.ts'

/** A category that is not chosen is not in the form at all. */
export const action = keyAction((transport, token, form) => {
  const interests = form.getAll('interest').map(Number)
  return transport(changePreferencesCall.method, changePreferencesCall.path, { body: { token, interests } })
})
