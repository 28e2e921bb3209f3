/** Actions of Markdown editors, in the order of their toolbar buttons. */
export const FORMAT_ACTIONS = ['bold', 'italic', 'heading', 'link', 'list', 'quote', 'picture', 'table', 'figure', 'footnote'] as const
export type FormatAction = (typeof FORMAT_ACTIONS)[number]

/** Keyboard shortcuts, written as CodeMirror key names; `Mod` is Command on macOS, otherwise Control. */
export const SHORTCUTS: Record<FormatAction, string> = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  heading: 'Mod-Shift-2',
  link: 'Mod-k',
  list: 'Mod-Shift-8',
  quote: 'Mod-Shift-9',
  picture: 'Mod-Shift-0',
  table: 'Mod-Shift-7',
  figure: 'Mod-Shift-6',
  footnote: 'Mod-Shift-5',
}

export const FORMAT_ACTION_LABELS: Record<FormatAction, string> = {
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  link: 'Link',
  list: 'List',
  quote: 'Quote',
  picture: 'Picture',
  table: 'Table',
  figure: 'Highlighted number',
  footnote: 'Footnote',
}

/** Formats the shortcut for display, such as `Ctrl+Shift+8` or `⌘⇧8`. */
export function formatShortcut(action: FormatAction, isMac: boolean): string {
  const parts = SHORTCUTS[action].split('-').map((part) => (part.length === 1 ? part.toUpperCase() : part))
  if (isMac) return parts.map((part) => ({ Mod: '⌘', Shift: '⇧' })[part] ?? part).join('')
  return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+')
}

/** Formats the shortcut as a value of `aria-keyshortcuts`. */
export const formatAriaShortcut = (action: FormatAction, isMac: boolean): string =>
  SHORTCUTS[action].replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+')

interface KeyPress {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** @returns the action of these whose shortcut was pressed; undefined for other keys */
export function findPressedAction<A extends FormatAction>(actions: readonly A[], event: KeyPress, isMac: boolean): A | undefined {
  if (event.altKey || (isMac ? !event.metaKey || event.ctrlKey : !event.ctrlKey || event.metaKey)) return undefined
  // With Shift, the key of a digit depends on the keyboard layout.
  const key = /^Digit\d$/.test(event.code) ? event.code.slice(5) : event.key.toLowerCase()
  const pressed = event.shiftKey ? `Mod-Shift-${key}` : `Mod-${key}`
  return actions.find((action) => SHORTCUTS[action] === pressed)
}

/** Whether the browser runs on a system whose shortcuts use the Command key. Call it in the browser only. */
export const isMacKeyboard = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
