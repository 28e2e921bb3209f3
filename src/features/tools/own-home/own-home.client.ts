/** Reads and writes the saved home in the browser: it is stored with the account, or for guests in local storage. */
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { api, apiQuery } from '#platform/client/api.client.ts'
import { createStoredValue } from '#platform/client/stored-value.client.ts'
import { readStoredHome, type OwnHome } from './own-home.policy.ts'

export const ownHomeQuery = () => apiQuery('GET /api/me/home')
export const saveOwnHome = (body: OwnHome) => api('POST /api/me/home', { body })
export const eraseOwnHome = () => api('DELETE /api/me/home')

const deviceHome = createStoredValue<OwnHome>({ key: 'own-home', empty: {}, parse: readStoredHome })

export const useDeviceHome = deviceHome.useValue
export const storeDeviceHome = deviceHome.write

/** Returns the home that fills the tools: the account's, or this browser's if the account has none; undefined while loading. */
export function useOwnHome(): OwnHome | undefined {
  const user = useSignedIn()
  const homeOnDevice = useDeviceHome()
  const { data, isPending } = useQuery({ ...ownHomeQuery(), enabled: user !== null })
  if (user === null) return homeOnDevice
  if (isPending) return undefined
  return data && Object.keys(data.home).length > 0 ? data.home : homeOnDevice
}
