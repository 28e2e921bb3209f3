/** What was searched for on this device: a few lines kept here and nowhere else, gone when they are cleared. */
import { useSyncExternalStore } from 'react'
import { limitText } from '#wording/cut-text.ts'

const PLACE = 'recent-searches'
const MAX_RECENT = 6
const MAX_LENGTH = 100
const NONE: readonly string[] = []
const listeners = new Set<() => void>()
let known: readonly string[] | undefined

/** The newest first; nothing on the server and while the page is taken over. */
export const useRecentSearches = (): readonly string[] => useSyncExternalStore(listen, read, () => NONE)

export function addRecentSearch(words: string): void {
  const line = limitText(words.trim(), MAX_LENGTH)
  const others = read().filter((one) => one.toLowerCase() !== line.toLowerCase())
  if (line !== '') write([line, ...others].slice(0, MAX_RECENT))
}

export const clearRecentSearches = (): void => write(NONE)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', fromElsewhere)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', fromElsewhere)
  }
}

/** Another tab of this browser has changed it. */
function fromElsewhere({ key }: StorageEvent): void {
  if (key !== null && key !== PLACE) return
  known = undefined
  for (const listener of listeners) listener()
}

/** The same list until it changes. Where nothing may be kept, it lasts as long as the page. */
function read(): readonly string[] {
  if (known) return known
  let kept: unknown
  try {
    kept = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
  } catch {
    // Kept by nobody we know, or not readable: as good as nothing.
  }
  known = Array.isArray(kept) ? kept.filter((one) => typeof one === 'string' && one !== '').slice(0, MAX_RECENT) : NONE
  return known
}

function write(lines: readonly string[]): void {
  known = lines
  try {
    if (lines.length > 0) localStorage.setItem(PLACE, JSON.stringify(lines))
    else localStorage.removeItem(PLACE)
  } catch {
    // Full or forbidden: the page remembers on its own.
  }
  for (const listener of listeners) listener()
}
