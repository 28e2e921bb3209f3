import { useSyncExternalStore } from 'react'

interface StoredValueOptions<T> {
  /** The key in `localStorage`. */
  key: string
  /** Its value is not stored: writing it removes the entry. */
  empty: T
  /** Validates what a user or an older version may have written. Where it throws, the value is empty. */
  parse: (text: string) => T
}

/** A value of this browser, which all of its tabs share. Where it cannot be stored it lasts as long as the page. */
export function createStoredValue<T>({ key, empty, parse }: StoredValueOptions<T>) {
  const emptyText = JSON.stringify(empty)
  const listeners = new Set<() => void>()
  let known: { text: string | null; value: T } = { text: null, value: empty }
  let isStored = true

  /** Returns the same object until the value changes. */
  function read(): T {
    try {
      const text = isStored ? localStorage.getItem(key) : known.text
      if (text !== known.text) known = { text, value: text === null ? empty : parseOr(empty, text, parse) }
    } catch {
      // Storage is forbidden.
    }
    return known.value
  }
  function write(value: T): void {
    const text = JSON.stringify(value)
    known = { text: text === emptyText ? null : text, value }
    try {
      if (known.text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      isStored = true
    } catch {
      isStored = false
    }
    for (const listener of listeners) listener()
  }
  function listen(listener: () => void): () => void {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }
  /** The empty value on the server and during hydration. */
  const useValue = () => useSyncExternalStore(listen, read, () => empty)
  return { read, write, useValue }
}

function parseOr<T>(empty: T, text: string, parse: (text: string) => T): T {
  try {
    return parse(text)
  } catch {
    return empty
  }
}
