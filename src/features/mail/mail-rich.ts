/** Inlines styles into rich text, as most mail clients ignore style sheets. */

/** CSS declarations for each kind of element. */
export interface RichStyles {
  text: string
  heading: string
  link: string
  line: string
  quote: string
  table: string
  cell: string
}

const KINDS: Record<string, readonly [style: keyof RichStyles, className: string]> = {
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
 * Replaces images by their alt text, as fetching them would reveal that the mail was read.
 * @param html sanitised: attributes are in double quotes and contain no bare `>`
 */
export const styleRichHtml = (html: string, styles: RichStyles): string =>
  html
    .replace(/<img\s[^>]*>/g, (tag) => /\balt="([^"]*)"/.exec(tag)?.[1] ?? '')
    .replace(/<([a-z][a-z0-9]*)((?:\s[^>]*)?)>/g, (tag, name: string, attributes: string) => {
      const kind = KINDS[name]
      if (!kind) return tag
      const href = name === 'a' ? /\shref="[^"]*"/.exec(attributes)?.[0] : undefined
      const [style, className] = kind
      return `<${name}${href ?? ''}${className ? ` class="${className}"` : ''} style="${styles[style].replaceAll('"', "'")}">`
    })
