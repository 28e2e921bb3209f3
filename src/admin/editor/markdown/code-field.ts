/** Sets up CodeMirror for Markdown, themed with the design tokens. This module is a separate chunk, loaded when an editor opens. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Annotation, EditorState, type StateCommand } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import * as commands from './markdown-commands.ts'
import * as blocks from './markdown-blocks.ts'
import { findPictureFile } from '#features/uploads/picture-file.client.ts'
import { SHORTCUTS, type FormatAction } from '#ui/forms/format-actions.ts'

interface CodeFieldOptions {
  parent: HTMLElement
  text: string
  /** Attributes of the editable element, such as `aria-label`. */
  attributes: Record<string, string>
  hint: string
  onChange: (text: string) => void
  /** Called when the picture button is used, without a file, and when a picture is dropped or pasted. */
  onPicture: (file?: File) => void
}

export interface CodeField {
  /** Replaces the text, for example with a restored draft, without calling `onChange`. */
  replace: (text: string) => void
  run: (action: FormatAction) => void
  insertPicture: (url: string, alt: string) => void
  focus: () => void
  close: () => void
}

/** Marks the transactions of `replace`, so that they are not reported as changes. */
const isReplacement = Annotation.define<boolean>()

/** Mounts the editor in `parent`. Tab has no key binding, so it moves focus out of the field (WCAG 2.1.2). */
export function openCodeField({ parent, text, attributes, hint, onChange, onPicture }: CodeFieldOptions): CodeField {
  const commandByAction: Record<FormatAction, StateCommand> = {
    bold: commands.toggleBold,
    italic: commands.toggleItalic,
    heading: commands.toggleHeading,
    link: commands.insertLink,
    list: commands.toggleList,
    quote: commands.toggleQuote,
    table: blocks.insertTable,
    figure: blocks.insertFigure,
    footnote: blocks.insertFootnote,
    picture: () => (onPicture(), true),
  }
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        markdown({ base: markdownLanguage, completeHTMLTags: false }),
        syntaxHighlighting(highlightStyle),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ tabindex: '0', spellcheck: 'true', autocapitalize: 'sentences', ...attributes }),
        placeholder(hint),
        keymap.of([
          ...entriesOf(SHORTCUTS).map(([action, key]) => ({
            key,
            run: commandByAction[action],
            preventDefault: true,
          })),
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          const isReplaced = update.transactions.some((transaction) => transaction.annotation(isReplacement))
          if (update.docChanged && !isReplaced) onChange(update.state.doc.toString())
        }),
        EditorView.domEventHandlers({
          paste: (event) => takePicture(event, event.clipboardData),
          drop: (event, editor) => {
            const position = editor.posAtCoords({ x: event.clientX, y: event.clientY })
            if (findPictureFile(event.dataTransfer) && position !== null) editor.dispatch({ selection: { anchor: position } })
            return takePicture(event, event.dataTransfer)
          },
        }),
        theme,
      ],
    }),
  })
  const takePicture = (event: Event, data: DataTransfer | null) => {
    const file = findPictureFile(data)
    if (!file) return false
    event.preventDefault()
    onPicture(file)
    return true
  }
  const runCommand = (command: StateCommand) => {
    command(view)
    view.focus()
  }
  return {
    replace: (newText) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: newText }, annotations: isReplacement.of(true) }),
    run: (action) => (action === 'picture' ? onPicture() : runCommand(commandByAction[action])),
    insertPicture: (url, alt) => runCommand(blocks.insertPicture(url, alt)),
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

/** CodeMirror's default highlighting, with every colour replaced by one quieter design token. */
const highlightStyle = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ color, fontWeight, textDecoration, ...spec }) => ({
    ...spec,
    ...(color ? { color: 'var(--ink-3)' } : {}),
    ...(fontWeight ? { fontWeight } : { textDecoration }),
  })),
)

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'var(--text)', lineHeight: '1.6' },
  '.cm-content': { padding: '0.9rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 1rem' },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
})
