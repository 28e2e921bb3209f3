import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { useFocusReturn } from './use-focus-return.ts'
import * as styles from './dialog.module.css'

interface ConfirmProps {
  open: boolean
  /** The question as it is asked. */
  question: ReactNode
  /** More about what will happen, or a field to fill in. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string | undefined
  /** `danger` for what cannot be taken back. */
  tone?: 'default' | 'danger' | undefined
  busy?: boolean | undefined
  /** The answer cannot be yes yet. */
  disabled?: boolean | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is done. Escape and Cancel do nothing; the focus begins on Cancel. */
export function Confirm(props: ConfirmProps) {
  const { open, question, children, confirmLabel, cancelLabel = 'Cancel', tone, busy, disabled, onConfirm, onCancel } = props
  const focusBack = useFocusReturn()
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.veil} />
        <AlertDialog.Content
          className={joinClasses(styles.dialog, styles.confirm)}
          {...focusBack}
          {...(children ? {} : { 'aria-describedby': undefined })}
        >
          <AlertDialog.Title className={styles.question}>{question}</AlertDialog.Title>
          {children && (
            <AlertDialog.Description asChild>
              <div className={styles.more}>{children}</div>
            </AlertDialog.Description>
          )}
          <div className={styles.answers}>
            <AlertDialog.Cancel asChild>
              <Button variant="quiet" disabled={busy}>
                {cancelLabel}
              </Button>
            </AlertDialog.Cancel>
            {/* Not Radix's own Action: the window stays until the work is done. */}
            <Button variant={tone === 'danger' ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
