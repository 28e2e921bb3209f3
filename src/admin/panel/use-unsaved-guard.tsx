import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '#ui/overlays/confirm.tsx'

/**
 * What was typed is not lost by a slip: closing, going to another page and closing the tab ask first. One at a time for a page.
 * @returns `close`, which asks when it must, and the `question` to put into the page
 */
export function useUnsavedGuard(isChanged: boolean, onClose?: () => void): { close: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false)
  // Closing the panel may change the URL: whoever has chosen to discard is not asked again.
  const isDiscarding = useRef(false)
  const blocker = useBlocker(() => isChanged && !isDiscarding.current)
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])

  const discard = () => {
    setAsking(false)
    if (blocker.state === 'blocked') blocker.proceed()
    else {
      isDiscarding.current = true
      onClose?.()
    }
  }
  const stay = () => {
    setAsking(false)
    blocker.reset?.()
  }
  const question = (
    <Confirm
      open={asking || blocker.state === 'blocked'}
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
