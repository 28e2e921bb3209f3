// Stores and applies the theme. public/start.js applies it before the first paint: change both together.

/** The visitor's choice; `system` follows `prefers-color-scheme`. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const storageKey = 'theme'
const listeners = new Set<() => void>()

/** Returns the stored choice (default `system`), or the applied theme if storage is unavailable. Works only in the browser. */
export function getThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return getAppliedTheme()
  }
}

/** Applies and stores the choice, and calls the listeners of this tab. */
export function chooseTheme(choice: ThemeChoice): void {
  applyTheme(choice)
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** Calls `listener` when the choice changes in this or another tab. @returns the unsubscribe function */
export function onThemeChange(listener: () => void): () => void {
  const handleStorageEvent = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return
    applyTheme(getThemeChoice())
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', handleStorageEvent)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', handleStorageEvent)
  }
}

function applyTheme(choice: ThemeChoice): void {
  const rootElement = document.documentElement
  if (choice === 'system') delete rootElement.dataset.theme
  else rootElement.dataset.theme = choice
}

function getAppliedTheme(): ThemeChoice {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
