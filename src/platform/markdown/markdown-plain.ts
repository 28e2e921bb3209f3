export interface RenderedText {
  /** Safe to put into a page. */
  html: string
  /** It was too involved, and stands there as it was typed. */
  isPlain: boolean
  /** How many there are to read. */
  words: number
}

/** A text that is shown as it was typed: its paragraphs and its lines, without any marks. */
export const renderPlain = (source: string): RenderedText => ({ html: layOutPlain(source), isPlain: true, words: countWords(source) })

/** @param text without marks */
export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

const layOutPlain = (source: string): string =>
  source
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br />')}</p>\n`)
    .join('')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
