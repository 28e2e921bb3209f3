import { useState } from 'react'
import * as styles from './suggestions/suggestions.module.css'

/** localStorage key that records that the shortcut is off; header-search.tsx reads it. */
const STORAGE_KEY = 'search-key'

/** Switch for the `/` keyboard shortcut. Single-character shortcuts must be possible to turn off (WCAG 2.2 2.1.4). */
export function SearchShortcutSwitch() {
  const [isOn, setOn] = useState(readChoice)
  const toggle = () => {
    setOn(!isOn)
    try {
      if (isOn) localStorage.setItem(STORAGE_KEY, 'off')
      else localStorage.removeItem(STORAGE_KEY)
    } catch {
      // Storage is unavailable: the choice lasts until the page is unloaded.
    }
  }
  return (
    <span className={styles.keyChoice}>
      <span>
        The shortcut <kbd>/</kbd> {isOn ? 'focuses the search.' : 'is off.'}
      </span>
      <button type="button" onClick={toggle}>
        {isOn ? 'Turn off the shortcut' : 'Turn on the shortcut'}
      </button>
    </span>
  )
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}
