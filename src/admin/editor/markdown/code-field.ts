/** CodeMirror for Markdown. Only fetched when a text is written; its colours are our tokens. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Annotation, EditorState, type StateCommand } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import * as commands from './markdown-commands.ts'
import * as blocks from './markdown-blocks.ts'
import { findPictureFile } from '#admin/editor/pictures/picture-file.ts'
import { SHORTCUTS, type EditorAction } from '#admin/editor/editor-actions.ts'

interface CodeFieldOptions {
  parent: HTMLElement
  text: string
  /** For the editable box: its name, what is wrong. */
  attributes: Record<string, string>
  hint: string
  onChange: (text: string) => void
  /** The picture button, or a file that was dropped or pasted. */
  onPicture: (file?: File) => void
}

export interface CodeField {
  /** Shows another text: a restored draft, or the version that was chosen. `onChange` is not called for it. */
  replace: (text: string) => void
  run: (action: EditorAction) => void
  insertPicture: (url: string, alt: string) => void
  focus: () => void
  close: () => void
}

/** Marks a change that comes from the form. */
const isReplacement = Annotation.define<boolean>()

/** Puts an editor into the page. Tab is not taken: it leaves the field, as everywhere. */
export function openCodeField({ parent, text, attributes, hint, onChange, onPicture }: CodeFieldOptions): CodeField {
  const perform: Record<EditorAction, StateCommand> = {
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
        syntaxHighlighting(marks),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ tabindex: '0', spellcheck: 'true', autocapitalize: 'sentences', ...attributes }),
        placeholder(hint),
        keymap.of([
          ...entriesOf(SHORTCUTS).map(([action, key]) => ({
            key,
            run: perform[action],
            preventDefault: true,
          })),
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          const isReplaced = update.transactions.some((one) => one.annotation(isReplacement))
          if (update.docChanged && !isReplaced) onChange(update.state.doc.toString())
        }),
        EditorView.domEventHandlers({
          paste: (event) => takePicture(event, event.clipboardData),
          drop: (event, here) => {
            const at = here.posAtCoords({ x: event.clientX, y: event.clientY })
            if (findPictureFile(event.dataTransfer) && at !== null) here.dispatch({ selection: { anchor: at } })
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
  const run = (command: StateCommand) => {
    command(view)
    view.focus()
  }
  return {
    replace: (now) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now }, annotations: isReplacement.of(true) }),
    run: (action) => (action === 'picture' ? onPicture() : run(perform[action])),
    insertPicture: (url, alt) => run(blocks.insertPicture(url, alt)),
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

/** The usual marks in our colours: words keep their ink, what is only syntax is quieter. */
const marks = HighlightStyle.define(
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
