import type { input } from 'zod'
import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './passkey.contract.ts'
import {
  addPasskeyCall,
  askPasskeyAfterPasswordCall,
  beginPasskeyCall,
  beginPasskeySignInCall,
  listPasskeysCall,
  passkeyAdminLoginCall,
  passkeySignInCall,
  removePasskeyCall,
  renamePasskeyCall,
} from './passkey.endpoints.ts'

export type { OwnPasskey } from './passkey.contract.ts'
type Answer = input<typeof contract.PasskeyAnswer>
type Created = input<typeof contract.NewPasskey>

export const ownPasskeysQuery = () => apiQuery<typeof contract.listPasskeysEndpoint>(listPasskeysCall)

export const beginPasskeySignIn = () => sendRequest<typeof contract.beginPasskeySignInEndpoint>(beginPasskeySignInCall, {})
export const passkeySignIn = (passkey: Answer) =>
  sendRequest<typeof contract.passkeySignInEndpoint>(passkeySignInCall, { body: { passkey }, refetches: false })
export const passkeyAdminLogin = (passkey: Answer) =>
  sendRequest<typeof contract.passkeyAdminLoginEndpoint>(passkeyAdminLoginCall, { body: { passkey }, refetches: false })
export const beginPasskey = (password: string | undefined) =>
  sendRequest<typeof contract.beginPasskeyEndpoint>(beginPasskeyCall, { body: { password } })
export const addPasskey = (name: string, passkey: Created) =>
  sendRequest<typeof contract.addPasskeyEndpoint>(addPasskeyCall, { body: { name, passkey } })
export const renamePasskey = (id: number, name: string) =>
  sendRequest<typeof contract.renamePasskeyEndpoint>(renamePasskeyCall, { params: { id }, body: { name } })
export const removePasskey = (id: number, password: string) =>
  sendRequest<typeof contract.removePasskeyEndpoint>(removePasskeyCall, { params: { id }, body: { password } })
export const askPasskeyAfterPassword = (isOn: boolean, password: string) =>
  sendRequest<typeof contract.askPasskeyAfterPasswordEndpoint>(askPasskeyAfterPasswordCall, { body: { isOn, password } })

/** The checks of the contract, fetched when a form needs them: zod stays out of the first load. */
export const loadPasskeyForms = () => import('./passkey.contract.ts')
