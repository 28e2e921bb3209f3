/** A formatted text as mail programs draw it: the looks stand on each element, as most know no style sheet. */

/** Declarations for each kind of element. */
export interface RichLook {
  text: string
  heading: string
  link: string
  line: string
  quote: string
  table: string
  cell: string
}

const KINDS: Record<string, readonly [look: keyof RichLook, className: string]> = {
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
 * For HTML out of the sanitiser, where an attribute always stands in double quotes and no tag holds a bare `>`. Pictures become their words:
 * what is fetched when a mail is read tells whoever sent it that it was.
 */
export const styleRichHtml = (html: string, look: RichLook): string =>
  html
    .replace(/<img\s[^>]*>/g, (tag) => /\balt="([^"]*)"/.exec(tag)?.[1] ?? '')
    .replace(/<([a-z][a-z0-9]*)((?:\s[^>]*)?)>/g, (tag, name: string, attributes: string) => {
      const kind = KINDS[name]
      if (!kind) return tag
      const href = name === 'a' ? /\shref="[^"]*"/.exec(attributes)?.[0] : undefined
      const [style, className] = kind
      return `<${name}${href ?? ''}${className ? ` class="${className}"` : ''} style="${look[style].replaceAll('"', "'")}">`
    })
