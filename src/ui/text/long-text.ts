/** Makes a text's HTML ready for long reading: headings that can be linked to, tables that scroll, pulled figures, sources. */
import { BELOW_TABLET } from '#ui/styles/breakpoints.ts'
import { parseUploadPath, toSrcSet } from '#ui/pictures/picture-sizes.ts'
import { normalizeText } from '#wording/normalize-text.ts'

export interface TextHeading {
  id: string
  text: string
}

/** Below this a list of contents says nothing. */
const FEWEST_HEADINGS = 3
/** Ids that the page's frame uses. */
const TAKEN = ['main', 'boot']

/**
 * @param html sanitised HTML with bare `<h2>` and `<table>` tags, as the server renders Markdown
 * @returns the HTML with ids on the h2s and a link beside each, boxes around the tables, room kept for the pictures, figures
 *   pulled out, and the sources as a section of their own; and the h2s in order, without that of the notes, where there are
 *   enough for a list of contents
 */
export function prepareArticleHtml(html: string): { html: string; headings: TextHeading[]; contents: TextHeading[] | undefined } {
  const headings: TextHeading[] = []
  const used = new Map(TAKEN.map((id) => [id, 0]))
  const [text = '', notes = ''] = html.split(/(?=<section class="footnotes">)/)
  const withIds = text.replace(/<h2>([\s\S]*?)<\/h2>/g, (_, inner: string) => {
    const text = plainText(inner)
    const id = freeId(text, used)
    headings.push({ id, text })
    return `<div class="heading"><h2 id="${id}" tabindex="-1">${inner}</h2>${linkTo(id, inner)}</div>`
  })
  return {
    html: withWholeFigures(withSources(withPulledFigures(withRoomForPictures(withScrollingTables(withIds)))) + notes),
    headings,
    contents: headings.length >= FEWEST_HEADINGS ? headings : undefined,
  }
}

/** Beside a heading, not in it: its name stays its words. `inner` is sanitised, so without its tags it fits an attribute. */
const linkTo = (id: string, inner: string): string =>
  ` <a class="heading-link" href="#${id}" aria-label="Link to “${withoutTags(inner).replaceAll('"', '&quot;')}”">#</a>`

/** A quotation of one paragraph that begins with a number in bold is no quotation: the number stands large beside what it says. */
const withPulledFigures = (html: string): string =>
  html.replace(
    /<blockquote>\s*<p><strong>([^<\d]*\d[^<]*)<\/strong>((?:(?!<\/?(?:p|blockquote)>)[\s\S])*)<\/p>\s*<\/blockquote>/g,
    (_, figure: string, words: string) => `<p class="pull"><b class="num">${figure}</b> <span>${words.trim()}</span></p>`,
  )

/** A number and its unit stay on one line. */
const withWholeFigures = (html: string): string =>
  html.replace(/(\d) (?=(?:[kM]?Wh?|kWp|V|k?VA|amps?|k?g|[mck]?m[²³]?|°C|dB|psi|mph|miles|pence|h|min)(?![\w²³]))/g, '$1\u00a0')

/** Where the figures are from stands small below a line. */
const withSources = (html: string): string =>
  html.replace(
    /<div class="heading"><h2 id="sources"[\s\S]*$/,
    (part) => `<section class="sources" aria-labelledby="sources">${part}</section>`,
  )

/** What the site's own drawings measure, by their folder; the style sheet keeps their height in proportion. */
const DRAWINGS: Record<string, [number, number]> = { articles: [800, 560], products: [400, 320], categories: [240, 200] }

/** A picture says its size, so that the words below it stay where they are when it arrives. */
const withRoomForPictures = (html: string): string =>
  html.replace(/<img src="([^"]+)"/g, (img, src: string) => {
    const stored = parseUploadPath(src)
    if (stored) {
      const sizes = `srcset="${toSrcSet(stored, 'webp')}" sizes="${BELOW_TABLET} 100vw, 40rem"`
      return `${img} width="${stored.width}" height="${stored.height}" ${sizes}`
    }
    const [width, height] = DRAWINGS[/^\/art\/(\w+)\//.exec(src)?.[1] ?? ''] ?? []
    return width ? `${img} width="${width}" height="${height}"` : img
  })

/** Puts each table into a box that scrolls and can be reached by the keyboard. */
export function withScrollingTables(html: string): string {
  let count = 0
  return html
    .replace(/<table>/g, () => `<div class="table-scroll" tabindex="0" role="group" aria-label="Table ${++count}"><table>`)
    .replace(/<\/table>/g, '</table></div>')
}

function freeId(text: string, used: Map<string, number>): string {
  const base =
    normalizeText(text.toLowerCase(), 'NFKD')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'section'
  let [id, n] = [base, used.get(base) ?? 0]
  while (used.has(id)) id = `${base}-${++n + 1}`
  // The next heading of this name begins to count where this one has ended.
  used.set(base, n).set(id, 0)
  return id
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

const withoutTags = (html: string): string => html.replace(/<[^<>]*>/g, '').trim()

const plainText = (html: string): string => withoutTags(html).replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
