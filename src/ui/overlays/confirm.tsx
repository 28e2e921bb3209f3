import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { useFocusReturn } from './use-focus-return.ts'
import * as styles from './dialog.module.css'

interface ConfirmProps {
  open: boolean
  /** Title of the dialog. */
  question: ReactNode
  /** Description of the consequences, or a form field. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string | undefined
  /** Style of the confirm button: `danger` for irreversible actions. */
  tone?: 'default' | 'danger' | undefined
  busy?: boolean | undefined
  /** Disables the confirm button. */
  disabled?: boolean | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** Renders a confirmation dialog. Escape (unless `busy`) and Cancel call `onCancel`; the initial focus is on Cancel. */
export function Confirm(props: ConfirmProps) {
  const { open, question, children, confirmLabel, cancelLabel = 'Cancel', tone, busy, disabled, onConfirm, onCancel } = props
  const focusReturn = useFocusReturn()
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.veil} />
        <AlertDialog.Content
          className={joinClasses(styles.dialog, styles.confirm)}
          {...focusReturn}
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
            {/* Radix's Action would close the dialog at once; this button leaves it open until the action is done. */}
            <Button variant={tone === 'danger' ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
