import { createKeyAction } from './key-action.ts'

/** Saves the preferences when JavaScript is off. Browsers submit only the checked categories; the others are switched off. */
export const action = createKeyAction((api, token, form) => {
  const interests = form.getAll('interest').map(Number)
  return api('PATCH /api/newsletter/preferences', { body: { token, interests } })
})
