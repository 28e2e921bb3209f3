import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '#ui/overlays/confirm.tsx'

/**
 * Asks before changes are lost: when the panel is closed, when another page is opened and when the tab is closed.
 * @returns `close`, which asks when it must, and the `question` to put into the page
 */
export function useUnsavedGuard(isChanged: boolean, onClose?: () => void): { close: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false)
  // Closing the panel may change the URL, which must not ask a second time.
  const isDiscarding = useRef(false)
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])

  const discard = () => {
    setAsking(false)
    isDiscarding.current = true
    onClose?.()
  }
  const question = (
    <>
      <DiscardQuestion open={asking} onDiscard={discard} onStay={() => setAsking(false)} />
      {isChanged && <NavigationGuard isDiscarding={isDiscarding} />}
    </>
  )
  return { close: () => (isChanged ? setAsking(true) : onClose?.()), question }
}

/** Only rendered while something is changed: React Router supports one blocker at a time, and a page may have a form and an open panel. */
function NavigationGuard({ isDiscarding }: { isDiscarding: RefObject<boolean> }) {
  const blocker = useBlocker(() => !isDiscarding.current)
  return <DiscardQuestion open={blocker.state === 'blocked'} onDiscard={() => blocker.proceed?.()} onStay={() => blocker.reset?.()} />
}

const DiscardQuestion = ({ open, onDiscard, onStay }: { open: boolean; onDiscard: () => void; onStay: () => void }) => (
  <Confirm
    open={open}
    question="Your changes are not saved. Do you want to discard them?"
    confirmLabel="Discard changes"
    cancelLabel="Keep editing"
    tone="danger"
    onConfirm={onDiscard}
    onCancel={onStay}
  />
)
