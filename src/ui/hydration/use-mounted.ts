import { useSyncExternalStore } from 'react'

/** False on the server and while the page is taken over, true after: for what only the browser knows. */
export function useMounted(): boolean {
  return useSyncExternalStore(never, yes, no)
}

const never = () => () => {}
const yes = () => true
const no = () => false
