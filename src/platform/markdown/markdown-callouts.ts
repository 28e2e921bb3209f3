/**
 * Renders alerts in GitHub's syntax as callout boxes in the site's own texts: a quotation whose first line is `[!CAUTION]`.
 * @see https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#alerts
 */
import type MarkdownIt from 'markdown-it'

export const CALLOUT_MARK = '[!CAUTION]'

/** markdown-it plugin that renders alerts as `<div class="callout" role="note">`. */
export function calloutPlugin({ core }: InstanceType<typeof MarkdownIt>): void {
  core.ruler.after('block', 'callouts', ({ tokens }) => {
    tokens.forEach((quote, index) => {
      const text = tokens[index + 2]
      if (quote.type !== 'blockquote_open' || text?.type !== 'inline') return
      const [firstLine = '', ...otherLines] = text.content.split('\n')
      if (firstLine.trim() !== CALLOUT_MARK) return
      text.content = otherLines.join('\n')
      const end = tokens.slice(index).find(({ type, level }) => type === 'blockquote_close' && level === quote.level)
      for (const token of [quote, end]) if (token) token.tag = 'div'
      quote.attrs = [
        ['class', 'callout'],
        ['role', 'note'],
      ]
    })
  })
}
