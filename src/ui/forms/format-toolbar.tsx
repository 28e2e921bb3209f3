import { Toolbar } from 'radix-ui'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { FORMAT_ACTION_LABELS, formatAriaShortcut, formatShortcut, isMacKeyboard, type FormatAction } from './format-actions.ts'
import * as styles from './format-toolbar.module.css'
import * as iconButton from '#ui/actions/icon-button.module.css'

// These SVG paths follow the style of the icons in src/ui; only toolbars of editors need them.
const ICON_PATHS: Record<FormatAction, string> = {
  bold: 'M7 4.5h6a3.5 3.5 0 0 1 0 7H7ZM7 11.500h7a4 4 0 0 1 0 8H7Z',
  italic: 'M10 4.500h8M6 19.500h8M14.5 4.500l-5 15',
  heading: 'M6 4.500v15M18 4.500v15M6 12h12',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.2-3.200a4 4 0 0 0-5.7-5.700L12 6.300M14 10a4 4 0 0 0-5.7 0l-3.2 3.200a4 4 0 0 0 5.7 5.700L12 17.7',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1',
  quote: 'M10 7c-3 1-5 3.5-5 7v3h5v-5H7.500M19 7c-3 1-5 3.5-5 7v3h5v-5h-2.5',
  picture: 'M5 4.500h14a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2ZM3.5 17l5-5 4 4 3-3 5 4.500M15.5 9v.1',
  table: 'M5 4.500h14a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2ZM3 10h18M3 15h18M12 10v9.5',
  figure: 'M3 4.500h18M3 19.500h18M4.500 10l2-1.500v7M9.500 10a2 2 0 1 1 3.500 1.300l-3.500 4.200h4M16.500 10.500h4.500M16.500 14h3',
  footnote: 'M3.500 7h9M3.500 12h14M3.500 17h14M17.500 5l2-1.500v6',
}

interface FormatToolbarProps<A extends FormatAction> {
  actions: readonly A[]
  disabled: boolean
  onAction: (action: A) => void
}

/** Renders the formatting toolbar. Arrow keys move between the buttons, Tab leaves the toolbar. */
export function FormatToolbar<A extends FormatAction>({ actions, disabled, onAction }: FormatToolbarProps<A>) {
  const isMounted = useMounted()
  const isMac = isMounted && isMacKeyboard()
  // The toolbar needs JavaScript. The server renders only its space, so that nothing moves when it appears.
  if (!isMounted)
    return (
      <div className={styles.toolbar} data-part="toolbar-space" aria-hidden="true">
        {actions.map((action) => (
          <span key={action} className={iconButton.button} />
        ))}
      </div>
    )
  return (
    <Toolbar.Root className={styles.toolbar} aria-label="Formatting">
      {actions.map((action) => (
        <Tooltip key={action} text={`${FORMAT_ACTION_LABELS[action]} (${formatShortcut(action, isMac)})`}>
          <Toolbar.Button
            className={iconButton.button}
            aria-label={FORMAT_ACTION_LABELS[action]}
            aria-keyshortcuts={formatAriaShortcut(action, isMac)}
            disabled={disabled}
            onClick={() => onAction(action)}
          >
            <svg className="ico" viewBox="0 0 24 24" aria-hidden="true">
              <path d={ICON_PATHS[action]} />
            </svg>
          </Toolbar.Button>
        </Tooltip>
      ))}
    </Toolbar.Root>
  )
}
