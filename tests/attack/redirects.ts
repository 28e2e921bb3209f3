/** Open redirects: no parameter or path may redirect or link to another host. */
import { sendRaw } from '#tests/support/attacks/send-raw.ts'
import { readTags } from './read-html.ts'
import { ask, type Group } from './target.ts'

const EVIL = 'evil.example'
const EVIL_URLS = [
  `https://${EVIL}/`,
  `//${EVIL}/`,
  `/\\${EVIL}/`,
  `\\\\${EVIL}`,
  `https:${EVIL}`,
  `/%09/${EVIL}`,
  `/\t/${EVIL}`,
  `javascript:alert('${EVIL}')`,
  `https://localhost@${EVIL}/`,
]
const NAMES = [
  'next',
  'returnTo',
  'return',
  'redirect',
  'redirect_uri',
  'url',
  'to',
  'from',
  'back',
  'continue',
  'goto',
  'r',
  'sent',
  'token',
  'ref',
  'page',
  'tab',
  'p',
]
const PATHS = [
  '/',
  '/sign-in',
  '/sign-up',
  '/admin',
  '/admin/login',
  '/claim',
  '/account',
  '/deploy',
  '/compare',
  '/products/wayside-post-7',
  '/enquiry/wayside-post-7',
  '/articles',
  '/newsletter/confirm',
]
/** Paths that a server might redirect to a normalised form. */
const REDIRECTED_PATHS = [
  `//${EVIL}`,
  `//${EVIL}/`,
  `//${EVIL}//`,
  `/\\${EVIL}/about/`,
  `/%2f%2f${EVIL}/`,
  `/%5c${EVIL}/`,
  `///${EVIL}/about/`,
  `/.//${EVIL}/`,
  `/about/..//${EVIL}/`,
  `/articles//${EVIL}`,
  `//${EVIL}/categories/green-living`,
]

export const redirects: Group = {
  name: 'Open redirects',
  isHarmless: true,
  async run(target) {
    const cookies = ['', ...(target.own && !target.isShort ? [target.own.people.member] : [])]
    const problems: string[] = []
    let tried = 0
    for (const cookie of cookies)
      for (const path of PATHS)
        for (const [index, evilUrl] of EVIL_URLS.entries()) {
          if (target.isShort && index % 3) continue
          const url = `${path}?${NAMES.map((name) => `${name}=${encodeURIComponent(evilUrl)}`).join('&')}`
          const { headers, text, status } = await ask(target, url, { cookie })
          tried += 1
          if (leadsAway(headers.get('location') ?? '')) problems.push(`GET ${url}: Location: ${headers.get('location')}`)
          if (status >= 500) problems.push(`GET ${url}: ${status}`)
          const links = [...readTags(text)].flatMap(({ attributes }) =>
            ['href', 'action', 'formaction', 'src'].map((name) => attributes.get(name) ?? ''),
          )
          for (const link of links.filter(leadsAway)) problems.push(`GET ${url}: a link to ${link}`)
        }
    for (const path of REDIRECTED_PATHS) {
      const { headers } = await sendRaw(
        target.url,
        `GET ${path} HTTP/1.1\r\nHost: ${new URL(target.url).host}\r\nConnection: close\r\n\r\n`,
      )
      if (leadsAway(headers['location'] ?? '')) problems.push(`GET ${path}: Location: ${headers['location']}`)
    }
    return [{ name: 'by parameter and by path', tried: tried + REDIRECTED_PATHS.length, problems }]
  },
}

/** Whether a link on one of the site's pages leads to another host. */
function leadsAway(link: string): boolean {
  const url = URL.parse(link, 'http://ours.example/page')
  return url !== null && (url.hostname.includes(EVIL) || (url.protocol === 'javascript:' && link.includes(EVIL)))
}
