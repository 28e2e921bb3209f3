/**
 * Markdown to safe HTML. Raw HTML in the source is shown as text; what comes out is sanitised once more. For the threads of
 * markdown-renderer.ts alone: a text may cost what the limits allow, which is more than a request's thread has to give.
 */
import MarkdownIt from 'markdown-it'
import footnote from 'markdown-it-footnote'
import sanitize from 'sanitize-html'
import { insertNoBreakSpaces } from '#wording/no-break-spaces.ts'
import { limitParserWork } from './markdown-limits.ts'
import { toolBlocks } from './markdown-tools.ts'

const OPTIONS = { html: false, linkify: true, typographer: false } as const
const parser = limitParserWork(new MarkdownIt(OPTIONS)).use(keepFiguresTogether)
/** The site's own texts have footnotes as well: `[^1]` and, anywhere below, `[^1]: where it is from`. Straight quotation marks become curly. */
const siteParser = limitParserWork(new MarkdownIt({ ...OPTIONS, typographer: true, quotes: '“”‘’' }))
  .disable('replacements')
  .use(footnote)
  .use(toolBlocks)
  .use(keepFiguresTogether)
Object.assign(siteParser.renderer.rules, {
  footnote_caption: (tokens: { meta: { id: number } }[], at: number) => String((tokens[at]?.meta.id ?? 0) + 1),
  footnote_block_open: () => '<section class="footnotes"><h2>Notes</h2><ol>',
  footnote_block_close: () => '</ol></section>',
})
function keepFiguresTogether({ core }: InstanceType<typeof MarkdownIt>): void {
  core.ruler.push('keep figures together', ({ tokens }) => {
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
 * @param by see markdown-renderer.ts
 * @throws TooInvolvedError for a text beyond the limits
 */
export const parseMarkdown = (source: string, by: 'site' | 'user'): string =>
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
    p: ['data-tool'],
  },
  allowedClasses: { section: ['footnotes'] },
  transformTags: {
    h1: 'h2',
    // Another host's picture would tell that host who reads here: it is led to, not shown.
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
