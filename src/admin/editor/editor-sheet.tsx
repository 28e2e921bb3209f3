import { FormDraft } from '#features/drafts/form-draft.tsx'
import { useEffect, useId, type ReactNode } from 'react'
import { useUnsavedGuard } from '#admin/panel/use-unsaved-guard.tsx'
import type { Form } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import * as styles from './editor-sheet.module.css'

interface EditorSheetProps {
  title: string
  /** Secondary text, shown below the title. */
  note?: ReactNode
  isWide?: boolean
  form: Pick<Form<unknown>, 'props' | 'isChanged' | 'busy' | 'draft' | 'isDraftStored'>
  /** Key under which unsaved input is stored as a draft. While changes are not stored as a draft, closing asks for confirmation. */
  draft?: { name: string; subject?: string | number | undefined } | undefined
  /** Whether the browser's built-in validation is on. */
  hasBrowserValidation?: boolean
  saveLabel: string
  busyLabel: string
  onClose: () => void
  children: ReactNode
}

/** Renders a form in a side panel, with a sticky footer, a stored draft and a guard against losing changes. */
export function EditorSheet({
  title,
  note,
  isWide,
  form,
  draft,
  hasBrowserValidation = false,
  saveLabel,
  busyLabel,
  onClose,
  children,
}: EditorSheetProps) {
  const { props, isChanged, busy } = form
  const formId = useId()
  const { close, confirmDialog } = useUnsavedGuard(isChanged && !form.isDraftStored, onClose)
  usePreventStrayDrop()
  useSaveKey(props.ref)

  return (
    <Dialog
      open
      side="right"
      title={title}
      className={joinClasses(styles.editorSheet, isWide && styles.editorSheetWide)}
      onOpenChange={(open) => !open && close()}
    >
      {note && <p className={styles.editorNote}>{note}</p>}
      <form {...props} id={formId} className={styles.editorForm} noValidate={!hasBrowserValidation} aria-label={title}>
        {draft && <FormDraft {...draft} form={form} />}
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
      {confirmDialog}
    </Dialog>
  )
}

/** Prevents the browser from opening a file that is dropped next to a drop target, which would leave the form. */
function usePreventStrayDrop(): void {
  useEffect(() => {
    const preventFileDrop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    addEventListener('dragover', preventFileDrop)
    addEventListener('drop', preventFileDrop)
    return () => {
      removeEventListener('dragover', preventFileDrop)
      removeEventListener('drop', preventFileDrop)
    }
  }, [])
}

/** Submits the form on Ctrl+S or Cmd+S. The listener is on the form, so that the shortcut has no effect in dialogs opened from it. */
function useSaveKey(formRef: Form<unknown>['props']['ref']): void {
  useEffect(() => {
    const element = formRef.current
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      element?.requestSubmit()
    }
    element?.addEventListener('keydown', handleKeyDown)
    return () => element?.removeEventListener('keydown', handleKeyDown)
  }, [formRef])
}
