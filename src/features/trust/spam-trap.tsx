/** Traps for programs that post spam: a field that people do not see, and the time from opening to sending the form. */
import { useRef, useState, type RefObject } from 'react'
import * as styles from './spam-trap.module.css'

interface SpamTrap {
  /** To be passed to `SpamTrapField`. */
  field: RefObject<HTMLInputElement | null>
  /** Returns the part of the body for the server; call it on submission. */
  read: () => { typingMs: number; homepage?: string }
}

export function useSpamTrap(): SpamTrap {
  const field = useRef<HTMLInputElement>(null)
  const [openedAt] = useState(() => performance.now())
  return {
    field,
    read: () => ({
      typingMs: Math.max(0, Math.round(performance.now() - openedAt)),
      ...(field.current?.value ? { homepage: field.current.value } : {}),
    }),
  }
}

/** Hidden from people, the keyboard, screen readers and autofill. */
export const SpamTrapField = ({ field }: { field: RefObject<HTMLInputElement | null> }) => (
  <div className={styles.trap} aria-hidden="true">
    <label>
      Leave this empty
      <input ref={field} name="homepage" type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
    </label>
  </div>
)
