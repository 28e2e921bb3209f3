// The reader's choice of light. public/start.js does the same before the first paint: keep the two in step.

/** `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const storageKey = 'theme'
const listeners = new Set<() => void>()

/** The stored choice; `system` when there is none or storage is closed. Browser only. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return shown()
  }
}

/** Keeps the choice and shows it at once. */
export function chooseTheme(choice: ThemeChoice): void {
  show(choice)
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Calls back when the choice changes here or in another tab; returns how to stop. */
export function onThemeChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return
    show(themeChoice())
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromOtherTab)
  }
}

function show(choice: ThemeChoice): void {
  const page = document.documentElement
  if (choice === 'system') delete page.dataset.theme
  else page.dataset.theme = choice
}

function shown(): ThemeChoice {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
