/** Whether anything would run in what a server has sent that is not its own. */
import { readXml } from '#tests/support/xml.ts'
import { readTags, type Tag } from './read-html.ts'

/** In every attack, so that what is found is one's own. */
export const MARK = '31337'

/** Of a script that holds data: no browser runs it, and it must be whole. */
const DATA = new Set(['application/json', 'application/ld+json'])
const WITH_ADDRESS = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'srcset', 'background', 'ping', 'manifest']
const RUNS = /^(javascript|vbscript|livescript|data:(text|application|image\/svg))/i
/** None of the pages has one. */
const NEVER = new Set([
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

/** @returns what would run, one line each */
export function findScript(html: string): string[] {
  return [...readTags(html)].flatMap(findInTag)
}

function findInTag({ name, attributes, text }: Tag): string[] {
  const found: string[] = []
  const type = attributes.get('type') ?? ''
  if (name === 'script' && DATA.has(type)) {
    if (!isJson(text)) found.push(`<script type="${type}"> that is cut short`)
  } else if (name === 'script' && !/^\/(?!\/)[\w./-]+$/.test(attributes.get('src') ?? '')) found.push(`<script> of ${text.slice(0, 60)}`)
  if (NEVER.has(name)) found.push(`<${name}>`)
  if (name === 'style' && text.includes(MARK)) found.push(`<style> of ${text.slice(0, 60)}`)
  if (name === 'meta' && /refresh/i.test(attributes.get('http-equiv') ?? '')) found.push('<meta http-equiv="refresh">')
  for (const [attribute, value] of attributes) {
    if (attribute.startsWith('on')) found.push(`<${name} ${attribute}="${value.slice(0, 60)}">`)
    if (attribute === 'srcdoc') found.push(`<${name} srcdoc>`)
    if (attribute === 'style' && /url\(|expression|@import/i.test(value)) found.push(`<${name} style="${value.slice(0, 60)}">`)
    if (WITH_ADDRESS.includes(attribute) && RUNS.test(readAsAddress(value))) found.push(`<${name} ${attribute}="${value.slice(0, 60)}">`)
  }
  return found
}

/** A browser leaves out what stands before an address, and lines and tabs in it. */
const readAsAddress = (value: string): string => value.replaceAll(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, '')

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What of an answer of any kind a browser, or a reader of feeds, would take for HTML. */
export function findScriptInAnswer(type: string, text: string): string[] {
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

/** What a reader of feeds takes for HTML. @throws Error where it is not well-formed */
function findInFeed(text: string): string[] {
  const feed = readXml(text)
  const itself = ['script', 'svg', 'img', 'iframe'].filter((name) => feed.all(name).length > 0).map((name) => `<${name}> in a feed`)
  const carried = [
    ...feed.all('item').flatMap((item) => [...item.own('description'), ...item.own('encoded')]),
    ...feed
      .all('entry')
      .flatMap((entry) => [...entry.own('content'), ...entry.own('summary')])
      .filter(({ attributes }) => attributes['type'] === 'html'),
  ]
  return [...itself, ...carried.flatMap((element) => findScript(element.text))]
}
