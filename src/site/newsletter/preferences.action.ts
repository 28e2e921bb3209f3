import { keyAction } from './key-action.ts'

/** Browsers submit checked categories only; those missing are switched off. */
export const action = keyAction((api, token, form) => {
  const interests = form.getAll('interest').map(Number)
  return api('PATCH /api/newsletter/preferences', { body: { token, interests } })
})
