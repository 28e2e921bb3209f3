import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { useBlocker } from '#ui/router/routed-page.tsx'

/**
 * What was typed is not lost by a slip: closing, going to another page and closing the tab ask first. One at a time for a page.
 * @returns `close`, which asks when it must, and the `question` to put into the page
 */
export function useUnsavedGuard(isChanged: boolean, onClose?: () => void): { close: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false)
  // Closing the panel may change the URL: whoever has chosen to discard is not asked again.
  const isDiscarding = useRef(false)
  const leaving = useBlocker(() => isChanged && !isDiscarding.current)
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])

  const discard = () => {
    setAsking(false)
    if (leaving) leaving.leave()
    else {
      isDiscarding.current = true
      onClose?.()
    }
  }
  const stay = () => {
    setAsking(false)
    leaving?.stay()
  }
  const question = (
    <Confirm
      open={asking || leaving !== undefined}
      question="Your changes are not saved. Do you want to discard them?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      tone="danger"
      onConfirm={discard}
      onCancel={stay}
    />
  )
  return { close: () => (isChanged ? setAsking(true) : onClose?.()), question }
}
