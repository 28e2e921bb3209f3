/**
 * Holds the member as whom this browser acts; sent with every call and used for drafts. The server does not trust the header: it only
 * distinguishes an ended session from a visitor who never had one.
 */
import { useSyncExternalStore } from 'react'

export const ACTING_AS_HEADER = 'x-acting-as'

let memberId: number | undefined
const listeners = new Set<() => void>()

/** Sets the member as whom the browser acts. @param id undefined for a visitor */
export function setActingMember(id: number | undefined): void {
  if (id === memberId) return
  memberId = id
  for (const listener of listeners) listener()
}

/** Returns the id of the member as whom the browser acts; undefined for a visitor. */
export const actingMember = (): number | undefined => memberId

export const useActingMember = (): number | undefined => useSyncExternalStore(onActingMember, actingMember, () => undefined)

function onActingMember(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
