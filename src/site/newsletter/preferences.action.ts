import { keyAction } from './key-action.ts'

/** A category that is not chosen is not in the form at all. */
export const action = keyAction((api, token, form) => {
  const interests = form.getAll('interest').map(Number)
  return api('PATCH /api/newsletter/preferences', { body: { token, interests } })
})
