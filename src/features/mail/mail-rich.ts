/** Inlines styles into rich text, because many mail clients ignore style sheets. */

/** The inline CSS declarations for each kind of element. */
export interface RichStyles {
  text: string
  heading: string
  link: string
  line: string
  quote: string
  table: string
  cell: string
}

const ELEMENT_STYLES: Record<string, readonly [style: keyof RichStyles, className: string]> = {
  p: ['text', 'ink'],
  ul: ['text', 'ink'],
  ol: ['text', 'ink'],
  h1: ['heading', 'ink'],
  h2: ['heading', 'ink'],
  h3: ['heading', 'ink'],
  h4: ['heading', 'ink'],
  h5: ['heading', 'ink'],
  h6: ['heading', 'ink'],
  a: ['link', ''],
  hr: ['line', 'line'],
  blockquote: ['quote', ''],
  table: ['table', ''],
  th: ['cell', 'ink line'],
  td: ['cell', 'ink line'],
}

/**
 * Adds inline styles, and replaces images by their alt text, because fetching them would reveal that the mail was read.
 * @param html sanitised HTML, whose attributes are in double quotes and contain no bare `>`
 */
export const styleRichHtml = (html: string, styles: RichStyles): string =>
  html
    .replace(/<img\s[^>]*>/g, (tag) => /\balt="([^"]*)"/.exec(tag)?.[1] ?? '')
    .replace(/<([a-z][a-z0-9]*)((?:\s[^>]*)?)>/g, (tag, name: string, attributes: string) => {
      const elementStyle = ELEMENT_STYLES[name]
      if (!elementStyle) return tag
      const href = name === 'a' ? /\shref="[^"]*"/.exec(attributes)?.[0] : undefined
      const [style, className] = elementStyle
      return `<${name}${href ?? ''}${className ? ` class="${className}"` : ''} style="${styles[style].replaceAll('"', "'")}">`
    })
