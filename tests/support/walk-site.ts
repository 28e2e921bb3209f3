/** What the server writes, followed as a crawler would: every address in a page, every place that an address points at. */
import type { FastifyInstance } from 'fastify'
import { readXml } from './xml.ts'

export interface PageReference {
  /** The page it stands on. */
  from: string
  /** The element and attribute: `a href`. */
  by: string
  /** As a path with its query; its fragment is apart. */
  path: string
  fragment: string
  isFollowed: boolean
}

const NAMED: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" }
const decode = (text: string) => text.replaceAll(/&(#x27|\w+);/g, (all, name: string) => NAMED[name] ?? all)

/** The tags of a page, without what stands in its data blocks. */
function* tagsOf(html: string): Generator<{ name: string; attributes: Record<string, string> }> {
  const words = html.replaceAll(/(<script[^>]*>).*?<\/script>/gs, '$1')
  for (const [, name = '', inside = ''] of words.matchAll(/<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g)) {
    const attributes = Object.fromEntries(
      [...inside.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key.toLowerCase(), decode(value)]),
    )
    yield { name, attributes }
  }
}

const SOURCES = ['href', 'src', 'srcset', 'poster', 'action', 'imagesrcset', 'content']

/** Every address of this site that a page names; of a picture's several sizes, each. */
export function referencesOf(html: string, from: string, origin: string): PageReference[] {
  const found: PageReference[] = []
  for (const { name, attributes } of tagsOf(html)) {
    // Taken by POST: nothing to look at.
    if (name === 'form' && attributes['method'] === 'post') continue
    const isFollowed = name === 'a' ? !/\bnofollow\b/.test(attributes['rel'] ?? '') : true
    for (const key of SOURCES) {
      const value = attributes[key]
      if (value === undefined || (key === 'content' && !value.startsWith(`${origin}/`))) continue
      const all = key.endsWith('srcset') ? value.split(/,\s+/).map((one) => one.split(/\s+/)[0] ?? '') : [value]
      for (const one of all) {
        const url = URL.parse(one, origin + from)
        if (url?.origin !== origin) continue
        found.push({
          from,
          by: `${name} ${key}`,
          path: url.pathname + url.search,
          fragment: decodeURIComponent(url.hash.slice(1)),
          isFollowed,
        })
      }
    }
  }
  return found
}

export const idsOf = (html: string): Set<string> =>
  new Set([...tagsOf(html)].flatMap(({ attributes }) => [attributes['id'] ?? '', attributes['name'] ?? '']))

/** The addresses of the site's map, all files of it. */
export async function mapOf(app: FastifyInstance, host: string): Promise<string[]> {
  const read = async (url: string) => {
    const { body } = await app.inject({ url, headers: { host } })
    return readXml(body)
      .all('loc')
      .map(({ text }) => new URL(text).pathname)
  }
  return (await Promise.all((await read('/sitemap.xml')).map(read))).flat()
}
