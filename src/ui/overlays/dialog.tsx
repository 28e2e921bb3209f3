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
  /** Makes it a sheet that slides in from that side. */
  side?: 'left' | 'right' | undefined
  className?: string | undefined
}

/** A window over the page. It holds the focus, closes with Escape or a press outside, and gives the focus back. */
export function Dialog({ open, onOpenChange, title, description, children, side, className }: DialogProps) {
  const focusBack = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.veil} />
        <Radix.Content
          className={joinClasses(styles.dialog, className)}
          data-side={side}
          {...focusBack}
          // Escape closes an open list in it first. Radix hears the key before the list does.
          onEscapeKeyDown={(event) => hasOpenList(event.target) && event.preventDefault()}
          // Going round from the last stop to the first, Radix leaves the window scrolled where it was.
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

const hasOpenList = (field: EventTarget | null): boolean => field instanceof Element && field.matches('[role=combobox][aria-expanded=true]')
