/** Which forms on the page hold text that is not saved. While one does, a session that ends elsewhere unmounts nothing. */
import { useSyncExternalStore } from 'react'

const filled = new Set<string>()
const listeners = new Set<() => void>()

/** @param id of the form */
export function noteFilledForm(id: string, isFilled: boolean): void {
  if (filled.has(id) === isFilled) return
  if (isFilled) filled.add(id)
  else filled.delete(id)
  for (const listener of listeners) listener()
}

export const hasFilledForm = (): boolean => filled.size > 0

export const useHasFilledForm = (): boolean => useSyncExternalStore(onFilledForms, hasFilledForm, () => false)

let isReleased = false

/** Whether the page is being left for signing in. */
export const isLeavingToSignIn = (): boolean => isReleased

/** Called by a page that is shown again after signing in. */
export function resetLeavingToSignIn(): void {
  isReleased = false
}

/** The page is left for signing in: what was typed is stored as a draft, and nothing waits for the forms any more. */
export function releaseFilledForms(): void {
  isReleased = true
  filled.clear()
  for (const listener of listeners) listener()
}

const signedOutListeners = new Set<() => void>()

/** A form without a draft was refused because the session has ended. */
export function reportSignedOut(): void {
  for (const listener of signedOutListeners) listener()
}

/** Calls back when a form without a draft was refused for an ended session. Returns how to stop. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener)
  return () => void signedOutListeners.delete(listener)
}

/** Calls back when a form is filled in or emptied. Returns how to stop. */
export function onFilledForms(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
