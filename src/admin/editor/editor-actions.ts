/** Actions of the Markdown editor, in the order of their toolbar buttons. */
export const EDITOR_ACTIONS = ['bold', 'italic', 'heading', 'link', 'list', 'quote', 'picture', 'table', 'figure', 'footnote'] as const
export type EditorAction = (typeof EDITOR_ACTIONS)[number]

/** Keyboard shortcuts as CodeMirror key names; `Mod` is Command on macOS, otherwise Control. */
export const SHORTCUTS: Record<EditorAction, string> = {
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

export const EDITOR_ACTION_LABELS: Record<EditorAction, string> = {
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
export function formatShortcut(action: EditorAction, isMac: boolean): string {
  const parts = SHORTCUTS[action].split('-').map((part) => (part.length === 1 ? part.toUpperCase() : part))
  if (isMac) return parts.map((part) => ({ Mod: '⌘', Shift: '⇧' })[part] ?? part).join('')
  return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+')
}

/** Formats the shortcut as a value of `aria-keyshortcuts`. */
export const formatAriaShortcut = (action: EditorAction, isMac: boolean): string =>
  SHORTCUTS[action].replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+')
