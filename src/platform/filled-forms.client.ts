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

/** The person leaves the page for signing in: what was typed is stored as a draft, and nothing waits for the forms any more. */
export function releaseFilledForms(): void {
  filled.clear()
  for (const listener of listeners) listener()
}

/** Calls back when a form is filled in or emptied. Returns how to stop. */
export function onFilledForms(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
