// Stores the current toast outside React, so that any code in the browser can show one.

/** Time until a toast is hidden. */
export const TOAST_DURATION_MS = 5000

/** Content of a toast. */
export interface ToastMessage {
  title: string
  message?: string | undefined
  /** `destructive` marks a failure; screen readers announce it at once. */
  tone?: 'default' | 'destructive' | undefined
  /** Action button, such as Undo. A click on it hides the toast. */
  action?: { label: string; run: () => void } | undefined
}

/** A visible toast; each call of `toast()` creates a new id. */
export interface ToastRecord extends ToastMessage {
  id: number
}

let current: ToastRecord | null = null
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Shows a toast for five seconds, replacing the previous one. Only for the browser: on the server, all requests would share the toast.
 * @returns its id
 */
export function toast(message: ToastMessage): number {
  current = { ...message, id: ++lastId }
  notifyListeners()
  return current.id
}

/** Hides the current toast. With an `id`, hides it only if it is that toast. */
export function dismissToast(id?: number): void {
  if (!current || (id !== undefined && id !== current.id)) return
  current = null
  notifyListeners()
}

/** Returns the visible toast, or `null`. */
export function getCurrentToast(): ToastRecord | null {
  return current
}

/** Calls `listener` after every change. @returns the unsubscribe function */
export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
