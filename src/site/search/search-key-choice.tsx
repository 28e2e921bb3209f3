import { useState } from 'react'
import * as styles from './suggestions/suggestions.module.css'

/** The name under which this browser keeps that the key is off; header-search.tsx reads it. */
const PLACE = 'search-key'

/** Whether the key `/` leads to the search. A single key can be pressed by accident, or said: it can be turned off. */
export function SearchKeyChoice() {
  const [isOn, setOn] = useState(readChoice)
  const turn = () => {
    setOn(!isOn)
    try {
      if (isOn) localStorage.setItem(PLACE, 'off')
      else localStorage.removeItem(PLACE)
    } catch {
      // Where nothing may be kept the key stays as it is.
    }
  }
  return (
    <span className={styles.keyChoice}>
      <span>
        The key <kbd>/</kbd> {isOn ? 'leads here.' : 'is off.'}
      </span>
      <button type="button" onClick={turn}>
        {isOn ? 'Turn the key off' : 'Turn the key on'}
      </button>
    </span>
  )
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(PLACE) !== 'off'
  } catch {
    return true
  }
}
