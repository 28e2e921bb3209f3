export interface RenderedText {
  /** Sanitised. */
  html: string
  /** The text was too complex to render and is shown as entered. */
  isPlain: boolean
  /** Number of words without markup. */
  words: number
}

/** Renders a text as entered: escaped, with paragraphs and line breaks. */
export const renderPlain = (source: string): RenderedText => ({ html: layOutPlain(source), isPlain: true, words: countWords(source) })

/** @param text without markup */
export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

const layOutPlain = (source: string): string =>
  source
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br />')}</p>\n`)
    .join('')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
