import type { input } from 'zod'
import { api, apiQuery } from '#platform/client/api.client.ts'
import type * as contract from './passkey.contract.ts'

export type { OwnPasskey } from './passkey.contract.ts'
type Answer = input<typeof contract.PasskeyAnswer>
type Created = input<typeof contract.NewPasskey>

export const ownPasskeysQuery = () => apiQuery('GET /api/me/passkeys')

export const beginPasskeySignIn = () => api('POST /api/sign-in/passkey/challenge')
export const passkeySignIn = (passkey: Answer) => api('POST /api/sign-in/passkey', { body: { passkey }, refetches: false })
export const passkeyAdminLogin = (passkey: Answer) => api('POST /api/admin/login/passkey', { body: { passkey }, refetches: false })
export const beginPasskey = (password: string | undefined) => api('POST /api/me/passkeys/challenge', { body: { password } })
export const addPasskey = (name: string, passkey: Created) => api('POST /api/me/passkeys', { body: { name, passkey } })
export const renamePasskey = (id: number, name: string) => api('PATCH /api/me/passkeys/:id', { params: { id }, body: { name } })
export const removePasskey = (id: number, password: string) => api('DELETE /api/me/passkeys/:id', { params: { id }, body: { password } })
export const askPasskeyAfterPassword = (isOn: boolean, password: string) =>
  api('POST /api/me/passkeys/after-password', { body: { isOn, password } })

/** The checks of the contract, fetched when a form needs them: zod stays out of the first load. */
export const loadPasskeyForms = () => import('./passkey.contract.ts')
