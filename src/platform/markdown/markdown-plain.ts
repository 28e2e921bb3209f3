/** Result of rendering a Markdown text. */
export interface RenderedText {
  /** Sanitised HTML. */
  html: string
  /** Whether the text was too complex to render, so that it is shown as entered. */
  isPlain: boolean
  /** Number of words; markup does not count. */
  words: number
}

/** Renders a text as entered: escaped, with paragraphs and line breaks. Markup counts in `words`. */
export const renderPlain = (source: string): RenderedText => ({ html: formatParagraphs(source), isPlain: true, words: countWords(source) })

/** Counts the words of a text that has no markup. */
export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

const formatParagraphs = (source: string): string =>
  source
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br />')}</p>\n`)
    .join('')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
