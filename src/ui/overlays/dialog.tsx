import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { isolateText } from '#ui/text/isolate-text.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { IconButton } from '#ui/actions/button.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import * as styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Makes the dialog a sheet that slides in from this side. */
  side?: 'left' | 'right' | undefined
  className?: string | undefined
}

/** Renders a modal dialog, which traps the focus, closes on Escape or a click outside, and returns the focus to its opener. */
export function Dialog({ open, onOpenChange, title, description, children, side, className }: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.veil} />
        <Radix.Content
          className={joinClasses(styles.dialog, className)}
          data-side={side}
          {...focusReturn}
          // Escape must close an open combobox list first, but Radix handles the key before the list does.
          onEscapeKeyDown={(event) => hasOpenList(event.target) && event.preventDefault()}
          // When the focus wraps from the last element to the first, Radix does not scroll to it.
          onFocus={({ target, currentTarget }) => target !== currentTarget && target.scrollIntoView({ block: 'nearest' })}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className={styles.head} data-part="dialog-head">
            <Radix.Title>{isolateText(title)}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="close" label="Close" />
            </Radix.Close>
          </header>
          {description && <Radix.Description className={styles.text}>{description}</Radix.Description>}
          <div className={styles.body} data-part="dialog-body">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Whether a field is a combobox with an open list. */
const hasOpenList = (field: EventTarget | null): boolean => field instanceof Element && field.matches('[role=combobox][aria-expanded=true]')
