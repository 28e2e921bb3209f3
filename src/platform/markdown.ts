/** Markdown to safe HTML, and to plain text. Raw HTML in the source is shown as text; what comes out is sanitised once more. */
import { LRUCache } from 'lru-cache'
import MarkdownIt from 'markdown-it'
import footnote from 'markdown-it-footnote'
import sanitize from 'sanitize-html'
import { keepTogether } from '#wording/keep-together.ts'

const OPTIONS = { html: false, linkify: true, typographer: false } as const
const parser = new MarkdownIt(OPTIONS).use(keepFiguresTogether)
/** The site's own texts have footnotes as well: `[^1]` and, anywhere below, `[^1]: where it is from`. Straight quotation marks become curly. */
const siteParser = new MarkdownIt({ ...OPTIONS, typographer: true, quotes: '“”‘’' })
  .disable('replacements')
  .use(footnote)
  .use(keepFiguresTogether)
Object.assign(siteParser.renderer.rules, {
  footnote_caption: (tokens: { meta: { id: number } }[], at: number) => String((tokens[at]?.meta.id ?? 0) + 1),
  footnote_block_open: () => '<section class="footnotes"><h2>Notes</h2><ol>',
  footnote_block_close: () => '</ol></section>',
})
function keepFiguresTogether({ core }: InstanceType<typeof MarkdownIt>): void {
  core.ruler.push('keep figures together', ({ tokens }) => {
    for (const { children } of tokens)
      for (const part of children ?? []) if (part.type === 'text') part.content = keepTogether(part.content)
  })
}

const MAX_CACHED_BYTES = 8 * 1024 * 1024
const cacheTexts = (make: (source: string) => string) =>
  new LRUCache<string, string>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (made, source) => 2 * (made.length + source.length) + 100,
    memoMethod: make,
  })
const rendered = {
  site: cacheTexts((source) => renderOnce(source, 'site')),
  user: cacheTexts((source) => renderOnce(source, 'user')),
}

const ALLOWED = {
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
} satisfies sanitize.IOptions

/**
 * @param by `site` for the site's own texts; `user` for what visitors write: no pictures, headings become smaller, links carry
 * `rel="ugc nofollow noopener"`
 * @returns HTML that is safe to put into a page
 */
export const renderMarkdown = (source: string, by: 'site' | 'user'): string => rendered[by].memo(source)

/** The same without keeping it: for a text that is still being written. */
export const renderOnce = (source: string, by: 'site' | 'user'): string =>
  by === 'user' ? sanitize(parser.render(source), USER) : withFigures(sanitize(siteParser.render(source), SITE))

/** A picture that stands alone is a figure; its Markdown title is the caption. */
const withFigures = (html: string): string =>
  html.replace(/<p>(<img [^>]*?)(?: title="([^"]*)")?( \/)?><\/p>/g, (_, start: string, caption: string | undefined) => {
    const below = caption ? `<figcaption>${caption}</figcaption>` : ''
    return `<figure>${start} loading="lazy">${below}</figure>`
  })

/** No id but a footnote's: whatever else stands on the page keeps its own. */
const NOTE_ID = /^fn(ref)?\d+(:\d+)?$/
const withNoteId = (tagName: string, { id, ...attribs }: sanitize.Attributes) => ({
  tagName,
  attribs: id !== undefined && NOTE_ID.test(id) ? { ...attribs, id } : attribs,
})

const SITE: sanitize.IOptions = {
  ...ALLOWED,
  allowedTags: [...ALLOWED.allowedTags, 'sup', 'section'],
  allowedAttributes: {
    ...ALLOWED.allowedAttributes,
    a: ['href', 'title', 'rel', 'id', 'aria-label'],
    li: ['id'],
  },
  allowedClasses: { section: ['footnotes'] },
  transformTags: {
    h1: 'h2',
    li: withNoteId,
    a: (tagName, attribs) => {
      const href = attribs['href'] ?? ''
      if (/^https?:/.test(href)) return withNoteId(tagName, { ...attribs, rel: 'noopener' })
      const label = href.startsWith('#fnref') ? 'Back to the text' : href.startsWith('#fn') ? `Note ${href.slice(3)}` : undefined
      return withNoteId(tagName, label === undefined ? attribs : { ...attribs, 'aria-label': label })
    },
  },
}

const USER: sanitize.IOptions = {
  ...ALLOWED,
  allowedTags: ALLOWED.allowedTags.filter((tag) => tag !== 'img'),
  transformTags: {
    h1: 'h3',
    h2: 'h3',
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'ugc nofollow noopener' } }),
  },
}

/** Footnotes: the marks in the text, and the lines below that explain them. */
const NOTES = /^\[\^[\w-]+\]:.*$|\[\^[\w-]+\]/gm
const plainTexts = cacheTexts(readWords)

/** The words of a Markdown text in one line, without its marks. Reads only as much as `max` characters need. */
export const toPlainText = (source: string, max = Infinity): string =>
  max === Infinity ? readWords(source) : plainTexts.memo(source.slice(0, toPlainSource(max)))

function readWords(source: string): string {
  const words = parser.parse(source.replace(NOTES, ''), {}).flatMap((token) => {
    if (token.type === 'inline') return (token.children ?? []).map((child) => (isBreak(child.type) ? ' ' : child.content)).join('')
    return token.type === 'fence' || token.type === 'code_block' ? token.content : []
  })
  return words.join(' ').replace(/\s+/g, ' ').trim()
}

/** How much of a text is enough to cut `max` characters of words from it: marks and link addresses take room. */
export const toPlainSource = (max: number): number => max * 3 + 400

const isBreak = (type: string) => type === 'softbreak' || type === 'hardbreak'

/** Whether a text carries a link, as a renderer would see one. */
export const hasLink = (source: string): boolean => /<a\s/.test(parser.render(source)) || /https?:\/\/|www\./i.test(source)

/** First `max` characters, and `...` only when something was cut off. */
export const truncateText = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}...` : text)
