// The one visible message, outside React, so that anything in the browser can say something.

/** How long a message stays, in milliseconds. */
export const TOAST_DURATION = 5000

/** What a message says. */
export interface ToastMessage {
  title: string
  message?: string | undefined
  /** `destructive` for a failure; it is read out at once. */
  tone?: 'default' | 'destructive' | undefined
  /** Something to do about it, such as Undo. Doing it hides the message. */
  action?: { label: string; run: () => void } | undefined
}

/** A message on the screen; each call of `toast` has a new id. */
export interface ToastRecord extends ToastMessage {
  id: number
}

let current: ToastRecord | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message for five seconds in place of the one before. Returns its id. For the browser only. */
export function toast(message: ToastMessage): number {
  current = { ...message, id: ++lastId }
  tellAll()
  return current.id
}

/** Hides the message at once; with an id only if it is still that one. */
export function dismissToast(id?: number): void {
  if (!current || (id !== undefined && id !== current.id)) return
  current = null
  tellAll()
}

/** The visible message, or null. */
export function getCurrentToast(): ToastRecord | null {
  return current
}

/** Calls back after every change; returns how to stop. */
export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tellAll(): void {
  for (const listener of listeners) listener()
}
