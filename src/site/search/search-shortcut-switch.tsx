import { useState } from 'react'
import * as styles from './suggestions/suggestions.module.css'

/** Key in localStorage with the value `off` if the shortcut is off. header-search.tsx reads it. */
const STORAGE_KEY = 'search-key'

/** Turns the keyboard shortcut `/` on and off. WCAG 2.2 2.1.4 requires that single-character shortcuts can be turned off. */
export function SearchShortcutSwitch() {
  const [isOn, setOn] = useState(isShortcutOn)
  const toggleShortcut = () => {
    setOn(!isOn)
    try {
      if (isOn) localStorage.setItem(STORAGE_KEY, 'off')
      else localStorage.removeItem(STORAGE_KEY)
    } catch {
      // If localStorage is unavailable, the setting is not saved, and header-search.tsx does not see it.
    }
  }
  return (
    <span className={styles.keyChoice}>
      <span>
        The shortcut <kbd>/</kbd> {isOn ? 'focuses the search.' : 'is off.'}
      </span>
      <button type="button" onClick={toggleShortcut}>
        {isOn ? 'Turn off the shortcut' : 'Turn on the shortcut'}
      </button>
    </span>
  )
}

function isShortcutOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}
