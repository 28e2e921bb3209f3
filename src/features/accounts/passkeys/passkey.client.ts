import type { input } from 'zod'
import { api, apiQuery } from '#platform/client/api.client.ts'
import type * as contract from './passkey.contract.ts'

export type { OwnPasskey } from './passkey.contract.ts'
type Assertion = input<typeof contract.PasskeyAnswer>
type Credential = input<typeof contract.NewPasskey>

export const ownPasskeysQuery = () => apiQuery('GET /api/me/passkeys')

export const beginPasskeySignIn = () => api('POST /api/sign-in/passkey/challenge')
export const passkeySignIn = (passkey: Assertion) => api('POST /api/sign-in/passkey', { body: { passkey }, refetches: false })
export const passkeyAdminLogin = (passkey: Assertion) => api('POST /api/admin/login/passkey', { body: { passkey }, refetches: false })
export const beginPasskey = (password: string | undefined) => api('POST /api/me/passkeys/challenge', { body: { password } })
export const addPasskey = (name: string, passkey: Credential) => api('POST /api/me/passkeys', { body: { name, passkey } })
export const renamePasskey = (id: number, name: string) => api('PATCH /api/me/passkeys/:id', { params: { id }, body: { name } })
export const removePasskey = (id: number, password: string) => api('DELETE /api/me/passkeys/:id', { params: { id }, body: { password } })
export const askPasskeyAfterPassword = (isOn: boolean, password: string) =>
  api('POST /api/me/passkeys/after-password', { body: { isOn, password } })

/** Lazy-loads the contract's schemas for form validation, to keep zod out of the initial bundle. */
export const loadPasskeyForms = () => import('./passkey.contract.ts')
