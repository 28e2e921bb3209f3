import type { ReactNode } from 'react'
import { isolateText } from '#ui/text/isolate-text.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useUnsavedGuard } from './use-unsaved-guard.tsx'
import * as styles from './panel.module.css'

interface SidePanelProps {
  title: ReactNode
  description?: ReactNode
  /** Whether there are unsaved changes; if so, closing asks for confirmation. */
  isChanged?: boolean
  onClose: () => void
  children: ReactNode
}

/** Shows the details of a list item in a dialog next to the list. The panel itself is not a form: each section saves its own input. */
export function SidePanel({ title, description, isChanged = false, onClose, children }: SidePanelProps) {
  const { close, confirmDialog } = useUnsavedGuard(isChanged, onClose)
  return (
    <Dialog
      open
      side="right"
      title={title}
      description={description}
      className={styles.sidePanel}
      onOpenChange={(open) => !open && close()}
    >
      <div className={styles.panel}>{children}</div>
      {confirmDialog}
    </Dialog>
  )
}

export function PanelSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.panelPart}>
      <h3>
        {title}
        {aside && <span className={styles.panelAside}>{aside}</span>}
      </h3>
      {children}
    </section>
  )
}

/** Renders names and values as a description list. Values that are null, undefined or empty are omitted. */
export function FactList({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== null &&
          value !== undefined &&
          value !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{isolateText(value)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
