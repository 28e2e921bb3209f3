/** One's own home as the browser has it: with an account it is kept there, without one in this browser alone. */
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { eraseOwnHomeEndpoint, getOwnHomeEndpoint, saveOwnHomeEndpoint } from './own-home.contract.ts'
import { eraseOwnHomeCall, getOwnHomeCall, saveOwnHomeCall } from './own-home.endpoints.ts'
import { readStoredHome, type OwnHome } from './own-home.policy.ts'

export const ownHomeQuery = () => apiQuery<typeof getOwnHomeEndpoint>(getOwnHomeCall)
export const saveOwnHome = (body: OwnHome) => sendRequest<typeof saveOwnHomeEndpoint>(saveOwnHomeCall, { body })
export const eraseOwnHome = () => sendRequest<typeof eraseOwnHomeEndpoint>(eraseOwnHomeCall, {})

const PLACE = 'own-home'
const NOTHING: OwnHome = {}
const listeners = new Set<() => void>()
let known: { text: string | null; home: OwnHome } = { text: null, home: NOTHING }

/** The same object until it changes. */
function readDeviceHome(): OwnHome {
  let text: string | null = known.text
  try {
    text = localStorage.getItem(PLACE)
  } catch {
    // Where nothing may be kept, it lasts as long as the page.
  }
  if (text !== known.text) known = { text, home: readStoredHome(text) }
  return known.home
}

/** @param home empty: it is forgotten */
export function storeDeviceHome(home: OwnHome): void {
  const text = Object.keys(home).length > 0 ? JSON.stringify(home) : null
  known = { text, home }
  try {
    if (text === null) localStorage.removeItem(PLACE)
    else localStorage.setItem(PLACE, text)
  } catch {
    // Full or forbidden: the page remembers on its own.
  }
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** What this browser keeps; nothing on the server and while the page is taken over. */
export const useDeviceHome = (): OwnHome => useSyncExternalStore(listen, readDeviceHome, () => NOTHING)

/** The home that fills the tools: the account's, or else this browser's. Undefined while it is asked for. */
export function useOwnHome(): OwnHome | undefined {
  const user = useSignedIn()
  const device = useDeviceHome()
  const { data, isPending } = useQuery({ ...ownHomeQuery(), enabled: user !== null })
  if (user === null) return device
  if (isPending) return undefined
  return data && Object.keys(data.home).length > 0 ? data.home : device
}
