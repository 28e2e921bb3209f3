import { useSyncExternalStore } from 'react'

/** Returns `false` on the server and during hydration, then `true`, so that components can render content that only the browser knows. */
export function useMounted(): boolean {
  return useSyncExternalStore(subscribeToNothing, returnTrue, returnFalse)
}

const subscribeToNothing = () => () => {}
const returnTrue = () => true
const returnFalse = () => false
