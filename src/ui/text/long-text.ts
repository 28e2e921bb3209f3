/** Post-processes rendered Markdown: heading anchors, scrollable tables, pull quotes with a number, sources. */
import { BELOW_TABLET } from '#ui/styles/breakpoints.ts'
import { parseUploadPath, toSrcSet } from '#ui/pictures/picture-sizes.ts'
import { normalizeText } from '#wording/normalize-text.ts'

export interface TextHeading {
  id: string
  text: string
}

/** Minimum headings for a table of contents. */
const MIN_HEADINGS = 3
/** Element ids of the page layout. */
const RESERVED_IDS = ['main', 'boot']

/**
 * Adds heading ids and links, scroll containers around tables, image sizes, pull quotes and a section for the sources.
 * @param html sanitised HTML with bare `<h2>` and `<table>` tags, as the server renders Markdown
 * @returns the HTML; the h2 headings in order, without that of the footnotes; and the same as `contents` if there are enough for a table
 *   of contents
 */
export function prepareArticleHtml(html: string): { html: string; headings: TextHeading[]; contents: TextHeading[] | undefined } {
  const headings: TextHeading[] = []
  const used = new Map(RESERVED_IDS.map((id) => [id, 0]))
  const [text = '', notes = ''] = html.split(/(?=<section class="footnotes">)/)
  const withIds = text.replace(/<h2>([\s\S]*?)<\/h2>/g, (_, inner: string) => {
    const text = plainText(inner)
    const id = uniqueId(text, used)
    headings.push({ id, text })
    return `<div class="heading"><h2 id="${id}" tabindex="-1">${inner}</h2>${linkTo(id, inner)}</div>`
  })
  return {
    html: withNoBreakUnits(withSources(withPullQuotes(withImageSizes(wrapTables(withIds)))) + notes),
    headings,
    contents: headings.length >= MIN_HEADINGS ? headings : undefined,
  }
}

/** Link next to the heading, so that it is not part of the heading's accessible name. `inner` is sanitised: safe in an attribute. */
const linkTo = (id: string, inner: string): string =>
  ` <a class="heading-link" href="#${id}" aria-label="Link to “${withoutTags(inner).replaceAll('"', '&quot;')}”">#</a>`

/** Turns a one-paragraph quotation that begins with a bold number into a pull quote with that number in large type. */
const withPullQuotes = (html: string): string =>
  html.replace(
    /<blockquote>\s*<p><strong>([^<\d]*\d[^<]*)<\/strong>((?:(?!<\/?(?:p|blockquote)>)[\s\S])*)<\/p>\s*<\/blockquote>/g,
    (_, number: string, words: string) => `<p class="pull"><b class="num">${number}</b> <span>${words.trim()}</span></p>`,
  )

/** Puts a no-break space between a number and its unit. */
const withNoBreakUnits = (html: string): string =>
  html.replace(/(\d) (?=(?:[kM]?Wh?|kWp|V|k?VA|amps?|k?g|[mck]?m[²³]?|°C|dB|psi|mph|miles|pence|h|min)(?![\w²³]))/g, '$1\u00a0')

/** Wraps the Sources heading and all that follows in a section. */
const withSources = (html: string): string =>
  html.replace(
    /<div class="heading"><h2 id="sources"[\s\S]*$/,
    (part) => `<section class="sources" aria-labelledby="sources">${part}</section>`,
  )

/** Sizes of the built-in drawings, by folder. */
const DRAWING_SIZES: Record<string, [number, number]> = { articles: [800, 560], products: [400, 320], categories: [240, 200] }

/** Sets width and height of images, to avoid layout shifts. */
const withImageSizes = (html: string): string =>
  html.replace(/<img src="([^"]+)"/g, (img, src: string) => {
    const upload = parseUploadPath(src)
    if (upload) {
      const sizes = `srcset="${toSrcSet(upload, 'webp')}" sizes="${BELOW_TABLET} 100vw, 40rem"`
      return `${img} width="${upload.width}" height="${upload.height}" ${sizes}`
    }
    const [width, height] = DRAWING_SIZES[/^\/art\/(\w+)\//.exec(src)?.[1] ?? ''] ?? []
    return width ? `${img} width="${width}" height="${height}"` : img
  })

/** Wraps each table in a scroll container that the keyboard can reach. */
export function wrapTables(html: string): string {
  let count = 0
  return html
    .replace(/<table>/g, () => `<div class="table-scroll" tabindex="0" role="group" aria-label="Table ${++count}"><table>`)
    .replace(/<\/table>/g, '</table></div>')
}

function uniqueId(text: string, used: Map<string, number>): string {
  const base =
    normalizeText(text.toLowerCase(), 'NFKD')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'section'
  let [id, n] = [base, used.get(base) ?? 0]
  while (used.has(id)) id = `${base}-${++n + 1}`
  // Numbering of the next heading with this name continues here.
  used.set(base, n).set(id, 0)
  return id
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

const withoutTags = (html: string): string => html.replace(/<[^<>]*>/g, '').trim()

const plainText = (html: string): string => withoutTags(html).replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
