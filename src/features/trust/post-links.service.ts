/** Finds the links and pictures of a post. Do not call these functions in a transaction, because rendering would hold its locks. */
import type { Context } from '#platform/contract/context.ts'
import { renderText } from '#platform/markdown/markdown.ts'
import type { ScreenedPost } from './screening.policy.ts'

export interface PostLinks {
  /** Number of distinct links to other sites. */
  count: number
  /** Distinct domains of other sites, without `www.`. */
  domains: string[]
  hasPicture: boolean
  /** Whether there is any link, also to this site, or the text is too complex to tell. */
  isLinked: boolean
}

const URL_IN_TEXT = /(?:https?:\/\/|www\.)[^\s<>"'()[\]]+/gi
const LINK_IN_HTML = /<a\s[^>]*?href="([^"]*)"/gi

/**
 * Only topics and replies can contain pictures. Titles are not Markdown.
 * @throws AppError 503 if too many texts are queued for rendering
 */
export async function findPostLinks(
  ctx: Pick<Context, 'log' | 'caller'>,
  { kind, content, title = '' }: Pick<ScreenedPost, 'kind' | 'content' | 'title'>,
): Promise<PostLinks> {
  const urls = new Set([...`${title}\n${content}`.matchAll(URL_IN_TEXT)].map(([url]) => url))
  const { html, isPlain } = await renderText(ctx, content, kind === 'topic' || kind === 'reply' ? 'post' : 'user')
  const hrefs = [...html.matchAll(LINK_IN_HTML)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const external = new Map<string, string>()
  for (const url of [...urls, ...hrefs]) {
    const target = parseTarget(url)
    if (target && target.host !== hostOf(ctx)) external.set(target.key, target.domain)
  }
  return {
    count: external.size,
    domains: [...new Set(external.values())],
    hasPicture: /<img\s/i.test(html),
    isLinked: urls.size > 0 || isPlain || /<a\s/.test(html),
  }
}

const hostOf = ({ caller }: Pick<Context, 'caller'>): string | undefined => (caller ? URL.parse(caller.origin)?.host : undefined)

/** @returns undefined for paths of this site, email addresses and invalid URLs */
function parseTarget(url: string): { key: string; host: string; domain: string } | undefined {
  const absolute = /^[a-z][a-z\d+.-]*:/i.test(url)
    ? url
    : url.startsWith('//')
      ? `https:${url}`
      : /^www\./i.test(url)
        ? `https://${url}`
        : ''
  // Punctuation after an address in a sentence is not part of it.
  const parsed = URL.parse(absolute.replace(/[.,;:!?*_~]+$/, ''))
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined
  const domain = parsed.hostname.replace(/^www\./, '').replace(/\.$/, '')
  return { key: `${domain}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`, host: parsed.host, domain }
}
