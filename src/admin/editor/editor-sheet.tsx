import { useEffect, useEffectEvent, useId, type ReactNode, type RefObject, type SubmitEvent } from 'react'
import { useUnsavedGuard } from '#admin/panel/use-unsaved-guard.tsx'
import { Button } from '#ui/button.tsx'
import { joinClasses } from '#ui/join-classes.ts'
import { Dialog } from '#ui/dialog.tsx'
import * as styles from './editor-sheet.module.css'

interface EditorSheetProps {
  title: string
  /** A quiet line under the title. */
  note?: ReactNode
  /** Room for long texts. */
  wide?: boolean
  /** Something was typed that is not saved: closing asks first. */
  isChanged: boolean
  busy: boolean
  saveLabel: string
  busyLabel: string
  form: RefObject<HTMLFormElement | null>
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a side panel, with its buttons always in view. What was typed is not lost by a slip. */
export function EditorSheet({
  title,
  note,
  wide,
  isChanged,
  busy,
  saveLabel,
  busyLabel,
  form,
  onSubmit,
  onClose,
  children,
}: EditorSheetProps) {
  const formId = useId()
  const { close, question } = useUnsavedGuard(isChanged, onClose)
  useNoStrayDrop()

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }

  useSaveKey(form, () => !busy && onSubmit())

  return (
    <Dialog
      open
      side="right"
      title={title}
      className={joinClasses(styles.editorSheet, wide && styles.editorSheetWide)}
      onOpenChange={(open) => !open && close()}
    >
      {note && <p className={styles.editorNote}>{note}</p>}
      <form
        id={formId}
        ref={form}
        className={styles.editorForm}
        method="post"
        noValidate
        onSubmit={submit}

        aria-label={title}
      >
        {children}
        <div className={styles.editorFoot}>
          <Button type="submit" busy={busy} busyLabel={busyLabel}>
            {saveLabel}
          </Button>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
      {question}
    </Dialog>
  )
}

/** A file that misses its target does not replace the page. */
function useNoStrayDrop(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}

/** Control or command and S, as in every editor. Listens on the element: windows opened from the form are not meant. */
function useSaveKey(form: RefObject<HTMLFormElement | null>, save: () => void): void {
  const onSave = useEffectEvent(save)
  useEffect(() => {
    const element = form.current
    const press = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      onSave()
    }
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  }, [form])
}
