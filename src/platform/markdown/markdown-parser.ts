/**
 * Converts Markdown to safe HTML. Raw HTML in the source is shown as text, and the output is sanitised. Use it only in the worker threads
 * of markdown-renderer.ts, because even a text within the limits can take too long for the main thread.
 */
import MarkdownIt from 'markdown-it'
import footnote from 'markdown-it-footnote'
import sanitize from 'sanitize-html'
import { insertNoBreakSpaces } from '#wording/no-break-spaces.ts'
import { calloutPlugin } from './markdown-callouts.ts'
import { limitParserWork } from './markdown-limits.ts'
import { mentionPlugin } from './markdown-mentions.ts'
import { toolBlockPlugin } from './markdown-tools.ts'
import type { Author } from './markdown-renderer.ts'

const PARSER_OPTIONS = { html: false, linkify: true, typographer: false } as const
const parser = limitParserWork(new MarkdownIt(PARSER_OPTIONS)).use(emptyHeaderPlugin).use(noBreakSpacePlugin)
/** Parser for posts, which can mention members. */
const postParser = limitParserWork(new MarkdownIt(PARSER_OPTIONS)).use(mentionPlugin).use(emptyHeaderPlugin).use(noBreakSpacePlugin)
/** Parser for the site's own texts. It also supports footnotes (`[^1]` and `[^1]: source`), embedded tools, callouts and curly quotation marks. */
const siteParser = limitParserWork(new MarkdownIt({ ...PARSER_OPTIONS, typographer: true, quotes: '“”‘’' }))
  .disable('replacements')
  .use(footnote)
  .use(toolBlockPlugin)
  .use(calloutPlugin)
  .use(emptyHeaderPlugin)
  .use(noBreakSpacePlugin)
Object.assign(siteParser.renderer.rules, {
  footnote_caption: (tokens: { meta: { id: number } }[], index: number) => String((tokens[index]?.meta.id ?? 0) + 1),
  footnote_block_open: () => '<section class="footnotes"><h2>Notes</h2><ol>',
  footnote_block_close: () => '</ol></section>',
})
/** Renders empty header cells of tables as `td`, because screen readers announce an empty `th` as the header of each cell below it. */
function emptyHeaderPlugin({ core }: InstanceType<typeof MarkdownIt>): void {
  core.ruler.push('empty headers', ({ tokens }) => {
    tokens.forEach((open, index) => {
      const [text, close] = [tokens[index + 1], tokens[index + 2]]
      if (open.type === 'th_open' && close?.type === 'th_close' && text?.content === '') open.tag = close.tag = 'td'
    })
  })
}
function noBreakSpacePlugin({ core }: InstanceType<typeof MarkdownIt>): void {
  core.ruler.push('join numbers and units', ({ tokens }) => {
    for (const { children } of tokens)
      for (const child of children ?? []) if (child.type === 'text') child.content = insertNoBreakSpaces(child.content)
  })
}

const BASE_OPTIONS = {
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
 * @param author see `Author` in markdown-renderer.ts
 * @throws MarkdownTooComplexError for a text beyond the limits
 */
export const parseMarkdown = (source: string, author: Author): string => RENDERERS[author](source)

const RENDERERS: Record<Author, (source: string) => string> = {
  user: (source) => sanitize(parser.render(source), USER_OPTIONS),
  post: (source) => sanitize(postParser.render(source), POST_OPTIONS),
  site: (source) => convertToFigures(sanitize(siteParser.render(source), SITE_OPTIONS)),
}

/** Converts pictures in their own paragraph to figures with the picture's title as caption. */
const convertToFigures = (html: string): string =>
  html.replace(/<p>(<img [^>]*?)(?: title="([^"]*)")?( \/)?><\/p>/g, (_, openImageTag: string, caption: string | undefined) => {
    const figcaption = caption ? `<figcaption>${caption}</figcaption>` : ''
    return `<figure>${openImageTag} loading="lazy">${figcaption}</figure>`
  })

/** Ids of footnotes and references. Other ids are removed, so that a text cannot duplicate ids of the page. */
const NOTE_ID = /^fn(ref)?\d+(:\d+)?$/
const createTag = (tagName: string, { id, ...attribs }: sanitize.Attributes) => ({
  tagName,
  attribs: id !== undefined && NOTE_ID.test(id) ? { ...attribs, id } : attribs,
})

const SITE_OPTIONS: sanitize.IOptions = {
  ...BASE_OPTIONS,
  allowedTags: [...BASE_OPTIONS.allowedTags, 'sup', 'section', 'div'],
  allowedAttributes: {
    ...BASE_OPTIONS.allowedAttributes,
    a: ['href', 'title', 'rel', 'id', 'aria-label'],
    li: ['id'],
    p: ['data-tool'],
    div: ['role'],
  },
  allowedClasses: { section: ['footnotes'], div: ['callout'] },
  transformTags: {
    h1: 'h2',
    // Pictures on other hosts become links, so that those hosts do not learn who reads the page.
    img: (tagName, attribs) => {
      const { src = '', alt = '' } = attribs
      if (!/^https?:/i.test(src)) return { tagName, attribs }
      return { tagName: 'a', attribs: { href: src, rel: 'noopener' }, text: alt || 'Picture' }
    },
    li: createTag,
    a: (tagName, attribs) => {
      const href = attribs['href'] ?? ''
      if (/^https?:/.test(href)) return createTag(tagName, { ...attribs, rel: 'noopener' })
      const label = href.startsWith('#fnref') ? 'Back to the text' : href.startsWith('#fn') ? `Note ${href.slice(3)}` : undefined
      return createTag(tagName, label === undefined ? attribs : { ...attribs, 'aria-label': label })
    },
  },
}

const USER_OPTIONS: sanitize.IOptions = {
  ...BASE_OPTIONS,
  allowedTags: BASE_OPTIONS.allowedTags.filter((tag) => tag !== 'img'),
  transformTags: {
    h1: 'h3',
    h2: 'h3',
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'ugc nofollow noopener' } }),
  },
}

const UPLOADED_PICTURE = /^\/uploads\/[a-f0-9]{8,64}-\d{1,5}x\d{1,5}\.webp$/

const POST_OPTIONS: sanitize.IOptions = {
  ...USER_OPTIONS,
  allowedTags: [...BASE_OPTIONS.allowedTags, 'span'],
  allowedAttributes: { ...BASE_OPTIONS.allowedAttributes, img: ['src', 'alt'], span: ['data-mention'] },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !UPLOADED_PICTURE.test(attribs['src'] ?? ''),
}
