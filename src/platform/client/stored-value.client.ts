import { useSyncExternalStore } from 'react'

interface StoredValueOptions<T> {
  /** The key in `localStorage`. */
  key: string
  /** Default value; writing it removes the entry. */
  empty: T
  /** Validates the entry, which a user or an older version may have written. If it throws, the value is `empty`. */
  parse: (text: string) => T
}

/** Creates a value in local storage, shared by all tabs. If it cannot be stored, it lasts as long as the page. */
export function createStoredValue<T>({ key, empty, parse }: StoredValueOptions<T>) {
  const emptyText = JSON.stringify(empty)
  const listeners = new Set<() => void>()
  let cached: { text: string | null; value: T } = { text: null, value: empty }
  let isStored = true

  /** Returns the same object until the value changes. */
  function read(): T {
    try {
      const text = isStored ? localStorage.getItem(key) : cached.text
      if (text !== cached.text) cached = { text, value: text === null ? empty : parseOr(empty, text, parse) }
    } catch {
      // Storage is disabled.
    }
    return cached.value
  }
  function write(value: T): void {
    const text = JSON.stringify(value)
    cached = { text: text === emptyText ? null : text, value }
    try {
      if (cached.text === null) localStorage.removeItem(key)
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
  /** Returns the value; on the server and during hydration, `empty`. */
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
