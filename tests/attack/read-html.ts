/** Minimal HTML tokenizer that follows browsers: tags, attributes, and the text of scripts and styles. */

export interface Tag {
  name: string
  attributes: Map<string, string>
  /** Content of a raw text element, such as a script or style. */
  text: string
}
const RAW_TEXT_ELEMENTS = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'xmp', 'noembed', 'noframes'])
const BLANK = /[\t\n\f\r /]/
const NAME_END = /[\t\n\f\r />=]/

/** @yields every start tag */
export function* readTags(html: string): Generator<Tag> {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      at = end === -1 ? html.length : end + 3
    } else if (/[a-z]/i.test(html[at + 1] ?? '')) {
      const [tag, end] = readTag(html, at + 1)
      at = end
      if (RAW_TEXT_ELEMENTS.has(tag.name)) {
        const close = findClose(html, tag.name, at)
        tag.text = html.slice(at, close)
        at = close
      }
      yield tag
    } else at += 1
  }
}

/** Returns the position of the element's end tag, or of the end of the document. */
function findClose(html: string, name: string, from: number): number {
  const close = html.slice(from).search(new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'i'))
  return close === -1 ? html.length : from + close
}

function readTag(html: string, from: number): [Tag, number] {
  let at = from
  while (at < html.length && !/[\t\n\f\r />]/.test(html[at] ?? '')) at += 1
  const tag: Tag = { name: html.slice(from, at).toLowerCase(), attributes: new Map(), text: '' }
  while (at < html.length && html[at] !== '>') {
    if (BLANK.test(html[at] ?? '')) {
      at += 1
      continue
    }
    const start = at
    at += 1
    while (at < html.length && !NAME_END.test(html[at] ?? '')) at += 1
    const name = html.slice(start, at).toLowerCase()
    while (/[\t\n\f\r ]/.test(html[at] ?? '')) at += 1
    let value = ''
    if (html[at] === '=') [value, at] = readValue(html, at + 1)
    if (!tag.attributes.has(name)) tag.attributes.set(name, unescapeHtml(value))
  }
  return [tag, at + 1]
}

function readValue(html: string, from: number): [string, number] {
  let at = from
  while (/[\t\n\f\r ]/.test(html[at] ?? '')) at += 1
  const quote = html[at]
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, at + 1)
    return end === -1 ? [html.slice(at + 1), html.length] : [html.slice(at + 1, end), end + 1]
  }
  const start = at
  while (at < html.length && !/[\t\n\f\r >]/.test(html[at] ?? '')) at += 1
  return [html.slice(start, at), at]
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  tab: '\t',
  newline: '\n',
  nbsp: '\u00a0',
}
const toCharacter = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
const unescapeHtml = (text: string): string =>
  text
    .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (_, code: string) => toCharacter(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d{1,7});?/g, (_, code: string) => toCharacter(Number(code)))
    .replaceAll(/&(\w{2,7});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
