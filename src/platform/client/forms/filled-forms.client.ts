/** Registry of forms with unsaved input. While there is one, a session that ends in another tab does not unmount the page. */
import { useSyncExternalStore } from 'react'

const filled = new Set<string>()
const listeners = new Set<() => void>()

/** Records whether a form has unsaved input. @param id id of the form */
export function setFormFilled(id: string, isFilled: boolean): void {
  if (filled.has(id) === isFilled) return
  if (isFilled) filled.add(id)
  else filled.delete(id)
  for (const listener of listeners) listener()
}

export const hasFilledForm = (): boolean => filled.size > 0

export const useHasFilledForm = (): boolean => useSyncExternalStore(onFilledForms, hasFilledForm, () => false)

let isReleased = false

/** Whether the page is being left in order to sign in. */
export const isLeavingToSignIn = (): boolean => isReleased

/** Called by a page that is shown again after signing in. */
export function resetLeavingToSignIn(): void {
  isReleased = false
}

/** Called when the page is left in order to sign in: the input is stored as a draft, so forms no longer block navigation. */
export function releaseFilledForms(): void {
  isReleased = true
  filled.clear()
  for (const listener of listeners) listener()
}

const signedOutListeners = new Set<() => void>()

/** Reports that a form without a draft was rejected because the session has ended. */
export function reportSignedOut(): void {
  for (const listener of signedOutListeners) listener()
}

/** Subscribes to `reportSignedOut`. Returns the unsubscribe function. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener)
  return () => void signedOutListeners.delete(listener)
}

/** Subscribes to changes of the registry. Returns the unsubscribe function. */
export function onFilledForms(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
