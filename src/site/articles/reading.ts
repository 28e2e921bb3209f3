/** Makes a text's HTML ready for long reading: headings that can be linked to, tables that scroll, pulled figures, sources. */

export interface ReadingHeading {
  id: string
  text: string
}

/** Ids that the page's frame uses. */
const TAKEN = ['main', 'boot']

/**
 * @param html sanitised HTML with bare `<h2>` and `<table>` tags, as the server renders Markdown
 * @returns the HTML with ids on the h2s, boxes around the tables, figures pulled out, and the sources as a section of their
 *   own; and the h2s in order, without that of the notes
 */
export function prepareReading(html: string): { html: string; headings: ReadingHeading[] } {
  const headings: ReadingHeading[] = []
  const used = new Set(TAKEN)
  const [text = '', notes = ''] = html.split(/(?=<section class="footnotes">)/)
  const withIds = text.replace(/<h2>([\s\S]*?)<\/h2>/g, (_, inner: string) => {
    const text = plainText(inner)
    const id = freeId(text, used)
    headings.push({ id, text })
    return `<h2 id="${id}" tabindex="-1">${inner}</h2>`
  })
  return { html: withSources(withPulledFigures(withScrollingTables(withIds))) + notes, headings }
}

/** A quotation that begins with a number in bold is no quotation: the number stands large beside what it says. */
const withPulledFigures = (html: string): string =>
  html.replace(
    /<blockquote>\s*<p><strong>([^<]*\d[^<]*)<\/strong>([\s\S]*?)<\/p>\s*<\/blockquote>/g,
    (_, figure: string, words: string) => `<p class="pull"><b class="num">${figure}</b><span>${words.trim()}</span></p>`,
  )

/** Where the figures are from stands small below a line. */
const withSources = (html: string): string =>
  html.replace(/<h2 id="sources"[\s\S]*$/, (part) => `<section class="sources" aria-labelledby="sources">${part}</section>`)

/** Puts each table into a box that scrolls and can be reached by the keyboard. */
export function withScrollingTables(html: string): string {
  let count = 0
  return html
    .replace(/<table>/g, () => `<div class="table-scroll" tabindex="0" role="group" aria-label="Table ${++count}"><table>`)
    .replace(/<\/table>/g, '</table></div>')
}

function freeId(text: string, used: Set<string>): string {
  const base =
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'section'
  let id = base
  for (let n = 2; used.has(id); n++) id = `${base}-${n}`
  used.add(id)
  return id
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()
