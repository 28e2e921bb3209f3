// Stores and applies the theme. Keep in sync with public/start.js, which applies it before the first paint.

/** `system` follows `prefers-color-scheme`. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const storageKey = 'theme'
const listeners = new Set<() => void>()

/** Returns the stored choice, default `system`; without storage, the applied one. Browser only. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return appliedTheme()
  }
}

/** Applies and stores the choice. */
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
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return
    applyTheme(themeChoice())
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromOtherTab)
  }
}

function applyTheme(choice: ThemeChoice): void {
  const page = document.documentElement
  if (choice === 'system') delete page.dataset.theme
  else page.dataset.theme = choice
}

function appliedTheme(): ThemeChoice {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
