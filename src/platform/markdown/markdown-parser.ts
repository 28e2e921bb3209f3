/**
 * Markdown to safe HTML. Raw HTML in the source is shown as text, and the output is sanitised. Only for the worker threads of
 * markdown-renderer.ts: even a text within the limits can take too long for the main thread.
 */
import MarkdownIt from 'markdown-it'
import footnote from 'markdown-it-footnote'
import sanitize from 'sanitize-html'
import { insertNoBreakSpaces } from '#wording/no-break-spaces.ts'
import { limitParserWork } from './markdown-limits.ts'
import { toolBlocks } from './markdown-tools.ts'

const OPTIONS = { html: false, linkify: true, typographer: false } as const
const parser = limitParserWork(new MarkdownIt(OPTIONS)).use(joinNumbersAndUnits)
/** For the site's own texts: also footnotes (`[^1]` and `[^1]: source`), tools, and curly quotation marks. */
const siteParser = limitParserWork(new MarkdownIt({ ...OPTIONS, typographer: true, quotes: '“”‘’' }))
  .disable('replacements')
  .use(footnote)
  .use(toolBlocks)
  .use(joinNumbersAndUnits)
Object.assign(siteParser.renderer.rules, {
  footnote_caption: (tokens: { meta: { id: number } }[], at: number) => String((tokens[at]?.meta.id ?? 0) + 1),
  footnote_block_open: () => '<section class="footnotes"><h2>Notes</h2><ol>',
  footnote_block_close: () => '</ol></section>',
})
function joinNumbersAndUnits({ core }: InstanceType<typeof MarkdownIt>): void {
  core.ruler.push('join numbers and units', ({ tokens }) => {
    for (const { children } of tokens)
      for (const part of children ?? []) if (part.type === 'text') part.content = insertNoBreakSpaces(part.content)
  })
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
 * Renders Markdown to sanitised HTML.
 * @param by see `Author` in markdown-renderer.ts
 * @throws MarkdownTooComplexError for a text beyond the limits
 */
export const parseMarkdown = (source: string, by: 'site' | 'user'): string =>
  by === 'user' ? sanitize(parser.render(source), USER) : withFigures(sanitize(siteParser.render(source), SITE))

/** Converts pictures in their own paragraph to figures, with the Markdown title as caption. */
const withFigures = (html: string): string =>
  html.replace(/<p>(<img [^>]*?)(?: title="([^"]*)")?( \/)?><\/p>/g, (_, start: string, caption: string | undefined) => {
    const figcaption = caption ? `<figcaption>${caption}</figcaption>` : ''
    return `<figure>${start} loading="lazy">${figcaption}</figure>`
  })

/** Only ids of footnotes are allowed, so that a text cannot duplicate other ids of the page. */
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
    p: ['data-tool'],
  },
  allowedClasses: { section: ['footnotes'] },
  transformTags: {
    h1: 'h2',
    // Pictures of other hosts become links, so that those hosts do not learn who reads the page.
    img: (tagName, attribs) => {
      const { src = '', alt = '' } = attribs
      if (!/^https?:/i.test(src)) return { tagName, attribs }
      return { tagName: 'a', attribs: { href: src, rel: 'noopener' }, text: alt || 'Picture' }
    },
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
