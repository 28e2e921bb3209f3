/** Helpers for a crawler, which extract the URLs and ids of a page, and the paths in the sitemap. */
import type { FastifyInstance } from 'fastify'
import { readXml } from './xml.ts'

export interface PageReference {
  /** Path of the page that contains the reference. */
  from: string
  /** Element and attribute, such as `a href`. */
  by: string
  /** Path and query, without the fragment. */
  path: string
  fragment: string
  isFollowed: boolean
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" }
const decode = (text: string) => text.replaceAll(/&(#x27|\w+);/g, (all, name: string) => ENTITIES[name] ?? all)

/** Yields the tags of a page, except those in script elements. */
function* listTags(html: string): Generator<{ name: string; attributes: Record<string, string> }> {
  const withoutScripts = html.replaceAll(/(<script[^>]*>).*?<\/script>/gs, '$1')
  for (const [, name = '', source = ''] of withoutScripts.matchAll(/<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g)) {
    const attributes = Object.fromEntries(
      [...source.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key.toLowerCase(), decode(value)]),
    )
    yield { name, attributes }
  }
}

const URL_ATTRIBUTES = ['href', 'src', 'srcset', 'poster', 'action', 'imagesrcset', 'content']

/** Lists every URL of this site that a page references, including all candidates of a `srcset`. */
export function referencesOf(html: string, from: string, origin: string): PageReference[] {
  const references: PageReference[] = []
  for (const { name, attributes } of listTags(html)) {
    // A POST form cannot be followed.
    if (name === 'form' && attributes['method'] === 'post') continue
    const isFollowed = name === 'a' ? !/\bnofollow\b/.test(attributes['rel'] ?? '') : true
    for (const key of URL_ATTRIBUTES) {
      const value = attributes[key]
      if (value === undefined || (key === 'content' && !value.startsWith(`${origin}/`))) continue
      const urls = key.endsWith('srcset') ? value.split(/,\s+/).map((one) => one.split(/\s+/)[0] ?? '') : [value]
      for (const reference of urls) {
        const url = URL.parse(reference, origin + from)
        if (url?.origin !== origin) continue
        references.push({
          from,
          by: `${name} ${key}`,
          path: url.pathname + url.search,
          fragment: decodeURIComponent(url.hash.slice(1)),
          isFollowed,
        })
      }
    }
  }
  return references
}

export const idsOf = (html: string): Set<string> =>
  new Set([...listTags(html)].flatMap(({ attributes }) => [attributes['id'] ?? '', attributes['name'] ?? '']))

/** Reads the paths of all sitemap files. */
export async function mapOf(app: FastifyInstance, host: string): Promise<string[]> {
  const readLocations = async (url: string) => {
    const { body } = await app.inject({ url, headers: { host } })
    return readXml(body)
      .all('loc')
      .map(({ text }) => new URL(text).pathname)
  }
  return (await Promise.all((await readLocations('/sitemap.xml')).map(readLocations))).flat()
}
