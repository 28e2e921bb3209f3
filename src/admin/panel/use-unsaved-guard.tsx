import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '#ui/overlays/confirm.tsx'

/**
 * Asks for confirmation before closing the panel, navigating or closing the tab would lose unsaved changes.
 * @returns `close`: closes the panel, after confirmation if there are changes; `confirmDialog`: must be rendered by the caller
 */
export function useUnsavedGuard(isChanged: boolean, onClose?: () => void): { close: () => void; confirmDialog: ReactNode } {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  // Closing the panel may change the URL; that navigation must not ask for a second confirmation.
  const isDiscarding = useRef(false)
  useEffect(() => {
    if (!isChanged) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', preventUnload)
    return () => removeEventListener('beforeunload', preventUnload)
  }, [isChanged])

  const discard = () => {
    setConfirmOpen(false)
    isDiscarding.current = true
    onClose?.()
  }
  const confirmDialog = (
    <>
      <DiscardQuestion open={isConfirmOpen} onDiscard={discard} onStay={() => setConfirmOpen(false)} />
      {isChanged && <NavigationGuard isDiscarding={isDiscarding} />}
    </>
  )
  return { close: () => (isChanged ? setConfirmOpen(true) : onClose?.()), confirmDialog }
}

/**
 * Blocks navigation until it is confirmed. Rendered only while there are changes, because React Router supports one blocker at a time
 * and a page may have both a form and an open panel.
 */
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
