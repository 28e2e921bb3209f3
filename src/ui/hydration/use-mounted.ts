import { useSyncExternalStore } from 'react'

/** Returns `false` on the server and during hydration, then `true`: for client-only content. */
export function useMounted(): boolean {
  return useSyncExternalStore(subscribeToNothing, returnTrue, returnFalse)
}

const subscribeToNothing = () => () => {}
const returnTrue = () => true
const returnFalse = () => false
