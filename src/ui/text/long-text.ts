/** Post-processes rendered Markdown: adds heading anchors, scrollable tables, pull quotes and a section for the sources. */
import { BELOW_TABLET } from '#ui/styles/breakpoints.ts'
import { parseUploadPath, toSrcSet } from '#ui/pictures/picture-sizes.ts'
import { normalizeText } from '#wording/normalize-text.ts'

export interface TextHeading {
  id: string
  text: string
}

/** Minimum number of h2 headings for a table of contents. */
const MIN_HEADINGS = 3
/** Element ids that the page layout uses. */
const RESERVED_IDS = ['main', 'boot']

/**
 * Adds heading ids and links, scroll containers around tables, image sizes, pull quotes, no-break spaces before units and a section for the
 * sources.
 * @param html sanitised HTML, as the server renders Markdown: `<h2>` and `<table>` tags have no attributes
 * @returns `html`; `headings`, the h2 headings in order, except that of the footnotes; `contents`, the same headings, or `undefined` if
 *   there are too few for a table of contents
 */
export function prepareArticleHtml(html: string): { html: string; headings: TextHeading[]; contents: TextHeading[] | undefined } {
  const headings: TextHeading[] = []
  const usedIds = new Map(RESERVED_IDS.map((id) => [id, 0]))
  const [body = '', notes = ''] = html.split(/(?=<section class="footnotes">)/)
  const bodyWithIds = body.replace(/<h2>([\s\S]*?)<\/h2>/g, (_, inner: string) => {
    const text = toPlainText(inner)
    const id = createUniqueId(text, usedIds)
    headings.push({ id, text })
    return `<div class="heading"><h2 id="${id}" tabindex="-1">${inner}</h2>${createHeadingLink(id, inner)}</div>`
  })
  return {
    html: joinNumbersAndUnits(wrapSources(convertPullQuotes(addImageSizes(wrapTables(bodyWithIds)))) + notes),
    headings,
    contents: headings.length >= MIN_HEADINGS ? headings : undefined,
  }
}

/** Returns a link to put next to the heading, so that it is not part of the heading's accessible name. `inner` must be sanitised HTML. */
const createHeadingLink = (id: string, inner: string): string =>
  ` <a class="heading-link" href="#${id}" aria-label="Link to “${removeTags(inner).replaceAll('"', '&quot;')}”">#</a>`

/** Converts quotations of one paragraph that begin with a bold number to pull quotes, which show that number in large type. */
const convertPullQuotes = (html: string): string =>
  html.replace(
    /<blockquote>\s*<p><strong>([^<\d]*\d[^<]*)<\/strong>((?:(?!<\/?(?:p|blockquote)>)[\s\S])*)<\/p>\s*<\/blockquote>/g,
    (_, number: string, text: string) => `<p class="pull"><b class="num">${number}</b> <span>${text.trim()}</span></p>`,
  )

/** Replaces the space between a number and its unit by a no-break space. */
const joinNumbersAndUnits = (html: string): string =>
  html.replace(/(\d) (?=(?:[kM]?Wh?|kWp|V|k?VA|amps?|k?g|[mck]?m[²³]?|°C|dB|psi|mph|miles|pence|h|min)(?![\w²³]))/g, '$1\u00a0')

/** Wraps the heading Sources and everything after it in a section. */
const wrapSources = (html: string): string =>
  html.replace(
    /<div class="heading"><h2 id="sources"[\s\S]*$/,
    (sources) => `<section class="sources" aria-labelledby="sources">${sources}</section>`,
  )

/** Width and height in pixels of the built-in drawings, by folder in `/art`. */
const DRAWING_SIZES: Record<string, [number, number]> = { articles: [800, 560], products: [400, 320], categories: [240, 200] }

/** Sets width and height of uploads and drawings, to avoid layout shifts, and the `srcset` of uploads. */
const addImageSizes = (html: string): string =>
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

function createUniqueId(text: string, usedIds: Map<string, number>): string {
  const base =
    normalizeText(text.toLowerCase(), 'NFKD')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'section'
  let [id, suffix] = [base, usedIds.get(base) ?? 0]
  while (usedIds.has(id)) id = `${base}-${++suffix + 1}`
  // The number is stored, so that the next heading with this text continues the count.
  usedIds.set(base, suffix).set(id, 0)
  return id
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

const removeTags = (html: string): string => html.replace(/<[^<>]*>/g, '').trim()

const toPlainText = (html: string): string => removeTags(html).replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
