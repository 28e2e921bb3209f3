/** Edits of a Markdown text, as pure functions, for the article editor and for plain textareas. Positions are UTF-16 offsets. */

export interface TextRange {
  from: number
  to: number
}

/** Replaces a range by `insert`; afterwards `selection` is selected. */
export interface TextEdit extends TextRange {
  insert: string
  selection: TextRange
}

export type MarkdownEdit = (text: string, selection: TextRange) => TextEdit

/** Creates the edit that toggles asterisks around the selection. @param placeholder text that is inserted if nothing is selected */
const createMarkEdit =
  (mark: '*' | '**', placeholder: string): MarkdownEdit =>
  (text, { from, to }) => {
    const before = /\**$/.exec(text.slice(0, from))?.[0].length ?? 0
    const after = /^\**/.exec(text.slice(to))?.[0].length ?? 0
    const stars = Math.min(before, after)
    const isMarked = mark === '**' ? stars >= 2 : stars % 2 === 1
    const selected = text.slice(from, to)
    if (isMarked)
      return {
        from: from - mark.length,
        to: to + mark.length,
        insert: selected,
        selection: { from: from - mark.length, to: to - mark.length },
      }
    const content = selected || placeholder
    const start = from + mark.length
    return { from, to, insert: mark + content + mark, selection: { from: start, to: start + content.length } }
  }

const ANY_LINE_MARK = /^(#{1,6} |> |[-*] |\d+\. )/

/** Creates the edit that toggles a mark at the start of the selected lines, where it replaces other marks. */
const createLineEdit =
  (mark: string): MarkdownEdit =>
  (text, selection) => {
    const from = text.lastIndexOf('\n', selection.from - 1) + 1
    const lineEnd = text.indexOf('\n', selection.to)
    const to = lineEnd < 0 ? text.length : lineEnd
    const lines = text.slice(from, to).split('\n')
    const isRemoving = lines.every((line) => line.startsWith(mark))
    const changed = lines.map((line) => (isRemoving ? line.slice(mark.length) : mark + line.replace(ANY_LINE_MARK, '')))
    const insert = changed.join('\n')
    const firstGrowth = (changed[0]?.length ?? 0) - (lines[0]?.length ?? 0)
    const end = selection.to + insert.length - (to - from)
    const start = Math.min(Math.max(from, selection.from + firstGrowth), end)
    return { from, to, insert, selection: { from: start, to: end } }
  }

export const toggleBold = createMarkEdit('**', 'bold text')
export const toggleItalic = createMarkEdit('*', 'italic text')
export const toggleHeading = createLineEdit('## ')
export const toggleQuote = createLineEdit('> ')
export const toggleList = createLineEdit('- ')

const URL_PLACEHOLDER = 'https://'
/** Turns the selection into a link and selects the placeholder for its URL. */
export const insertLink: MarkdownEdit = (text, { from, to }) => {
  const label = text.slice(from, to) || 'link text'
  const start = from + label.length + 3
  return { from, to, insert: `[${label}](${URL_PLACEHOLDER})`, selection: { from: start, to: start + URL_PLACEHOLDER.length } }
}

/**
 * Creates the edit that inserts a block after the line of the cursor, or in that line if it is blank, with empty lines around it.
 * @param selected range of the block to select; by default, the cursor moves behind the block
 */
export const createBlockEdit =
  (block: string, selected?: TextRange): MarkdownEdit =>
  (text, { to: cursor }) => {
    const lineStart = text.lastIndexOf('\n', cursor - 1) + 1
    const nextBreak = text.indexOf('\n', cursor)
    const to = nextBreak < 0 ? text.length : nextBreak
    const isBlank = text.slice(lineStart, to).trim() === ''
    const from = isBlank ? lineStart : to
    const lineAbove = text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, Math.max(0, lineStart - 1))
    const leading = isBlank ? (lineStart > 0 && lineAbove.trim() !== '' ? '\n' : '') : '\n\n'
    const lineBelow =
      nextBreak < 0
        ? undefined
        : text
            .slice(to + 1)
            .split('\n', 1)[0]
            ?.trim()
    const trailing = lineBelow === '' ? '' : '\n'
    const start = from + leading.length
    const end = start + block.length + trailing.length
    return {
      from,
      to,
      insert: leading + block + trailing,
      selection: selected ? { from: start + selected.from, to: start + selected.to } : { from: end, to: end },
    }
  }

/** Creates the edit that inserts a picture as a block. */
export function createPictureEdit(url: string, alt: string): MarkdownEdit {
  const escapedAlt = alt.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&')
  const encodedUrl = url.replace(/[()\s<>]/g, encodeURIComponent)
  return createBlockEdit(`![${escapedAlt}](${encodedUrl})`)
}
