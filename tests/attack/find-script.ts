/** Detects XSS: foreign script that a browser would execute in a response. */
import { readXml } from '#tests/support/xml.ts'
import { readTags, type Tag } from './read-html.ts'

/** Part of every attack text, to recognise it. */
export const MARK = '31337'

/** Types of data blocks: not executed, but they must be intact. */
const DATA_TYPES = new Set(['application/json', 'application/ld+json'])
const URL_ATTRIBUTES = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'srcset', 'background', 'ping', 'manifest']
const SCRIPT_URL = /^(javascript|vbscript|livescript|data:(text|application|image\/svg))/i
/** Elements that none of the site's pages contains. */
const FORBIDDEN_ELEMENTS = new Set([
  'iframe',
  'frame',
  'object',
  'embed',
  'base',
  'applet',
  'marquee',
  'template',
  'math',
  'foreignobject',
  'animate',
  'set',
])

/** @returns a line for each script that would run */
export function findScript(html: string): string[] {
  return [...readTags(html)].flatMap(findInTag)
}

function findInTag({ name, attributes, text }: Tag): string[] {
  const found: string[] = []
  const type = attributes.get('type') ?? ''
  if (name === 'script' && DATA_TYPES.has(type)) {
    if (!isJson(text)) found.push(`<script type="${type}"> that is cut short`)
  } else if (name === 'script' && !/^\/(?!\/)[\w./-]+$/.test(attributes.get('src') ?? '')) found.push(`<script> of ${text.slice(0, 60)}`)
  if (FORBIDDEN_ELEMENTS.has(name)) found.push(`<${name}>`)
  if (name === 'style' && text.includes(MARK)) found.push(`<style> of ${text.slice(0, 60)}`)
  if (name === 'meta' && /refresh/i.test(attributes.get('http-equiv') ?? '')) found.push('<meta http-equiv="refresh">')
  for (const [attribute, value] of attributes) {
    if (attribute.startsWith('on')) found.push(`<${name} ${attribute}="${value.slice(0, 60)}">`)
    if (attribute === 'srcdoc') found.push(`<${name} srcdoc>`)
    if (attribute === 'style' && /url\(|expression|@import/i.test(value)) found.push(`<${name} style="${value.slice(0, 60)}">`)
    if (URL_ATTRIBUTES.includes(attribute) && SCRIPT_URL.test(normalizeUrl(value)))
      found.push(`<${name} ${attribute}="${value.slice(0, 60)}">`)
  }
  return found
}

/** URL parsers strip leading control characters, and tabs and newlines anywhere. */
const normalizeUrl = (value: string): string => value.replaceAll(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, '')

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Checks a response of any type for HTML that a browser or feed reader would render. */
export function findScriptInResponse(type: string, text: string): string[] {
  if (type.includes('html')) return findScript(text)
  if (type.includes('json')) return findInJson(JSON.parse(text))
  if (/xml|atom|rss/.test(type)) return findInFeed(text)
  return []
}

function findInJson(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return /html$/i.test(name) ? findScript(value) : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => findInJson(part, key))
}

/** Checks feed content that readers render as HTML. @throws Error when the feed is not well-formed */
function findInFeed(text: string): string[] {
  const feed = readXml(text)
  const ownElements = ['script', 'svg', 'img', 'iframe'].filter((name) => feed.all(name).length > 0).map((name) => `<${name}> in a feed`)
  const htmlElements = [
    ...feed.all('item').flatMap((item) => [...item.own('description'), ...item.own('encoded')]),
    ...feed
      .all('entry')
      .flatMap((entry) => [...entry.own('content'), ...entry.own('summary')])
      .filter(({ attributes }) => attributes['type'] === 'html'),
  ]
  return [...ownElements, ...htmlElements.flatMap((element) => findScript(element.text))]
}
