/** Markdown to safe HTML, and to plain text. Raw HTML in the source is shown as text; what comes out is sanitised once more. */
import MarkdownIt from 'markdown-it'
import sanitize from 'sanitize-html'

const parser = new MarkdownIt({ html: false, linkify: true, typographer: false })
const MOST_KEPT = 500
const kept = new Map<string, string>()

const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'p',
    'a',
    'ul',
    'ol',
    'li',
    'blockquote',
    'strong',
    'em',
    'del',
    's',
    'code',
    'pre',
    'hr',
    'br',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'img',
  ],
  allowedAttributes: { a: ['href', 'title', 'rel'], img: ['src', 'alt', 'title'], th: ['style'], td: ['style'], ol: ['start'] },
  allowedStyles: { '*': { 'text-align': [/^(left|right|center)$/] } },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
}

/**
 * @param by `site` for the site's own texts; `user` for what visitors write: no pictures, headings become smaller, links carry
 * `rel="ugc nofollow noopener"`
 * @returns HTML that is safe to put into a page
 */
export function renderMarkdown(source: string, by: 'site' | 'user'): string {
  const key = `${by}:${source}`
  const found = kept.get(key)
  if (found !== undefined) return found
  const html = renderOnce(source, by)
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
  kept.set(key, html)
  return html
}

/** The same without keeping it: for a text that is still being written. */
export const renderOnce = (source: string, by: 'site' | 'user'): string => sanitize(parser.render(source), by === 'user' ? USER : SITE)

const SITE: sanitize.IOptions = {
  ...ALLOWED,
  transformTags: {
    h1: 'h2',
    a: (tagName, attribs) => ({ tagName, attribs: /^https?:/.test(attribs['href'] ?? '') ? { ...attribs, rel: 'noopener' } : attribs }),
  },
}

const USER: sanitize.IOptions = {
  ...ALLOWED,
  allowedTags: (ALLOWED.allowedTags as string[]).filter((tag) => tag !== 'img'),
  transformTags: {
    h1: 'h3',
    h2: 'h3',
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'ugc nofollow noopener' } }),
  },
}

const keptWords = new Map<string, string>()

/** The words of a Markdown text in one line, without its marks. Reads only as much as `max` characters need. */
export function toPlainText(source: string, max = Infinity): string {
  const enough = source.slice(0, wordsSource(max))
  const found = keptWords.get(enough)
  if (found !== undefined) return found
  const words = parser.parse(enough, {}).flatMap((token) => {
    if (token.type === 'inline') return (token.children ?? []).map((child) => (isBreak(child.type) ? ' ' : child.content)).join('')
    return token.type === 'fence' || token.type === 'code_block' ? token.content : []
  })
  const text = words.join(' ').replace(/\s+/g, ' ').trim()
  if (max !== Infinity) {
    if (keptWords.size >= MOST_KEPT * 4) keptWords.clear()
    keptWords.set(enough, text)
  }
  return text
}

/** How much of a text is enough to cut `max` characters of words from it: marks and link addresses take room. */
export const wordsSource = (max: number): number => max * 3 + 400

const isBreak = (type: string) => type === 'softbreak' || type === 'hardbreak'

/** Whether a text carries a link, as a renderer would see one. */
export const hasLink = (source: string): boolean => /<a\s/.test(parser.render(source)) || /https?:\/\/|www\./i.test(source)

/** First `max` characters, and `...` only when something was cut off. */
export const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}...` : text)
