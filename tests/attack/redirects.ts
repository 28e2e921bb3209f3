/** Parameters that might be an address to go on to: nobody is led to another host. */
import { sendRaw } from '#tests/support/attacks/send-raw.ts'
import { readTags } from './read-html.ts'
import { ask, type Group } from './target.ts'

const EVIL = 'evil.example'
const ADDRESSES = [
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
/** Paths that a server might move to another way of writing them. */
const MOVED = [
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
  name: 'Moves elsewhere',
  isHarmless: true,
  async run(target) {
    const cookies = ['', ...(target.own && !target.isShort ? [target.own.people.member] : [])]
    const faults: string[] = []
    let tried = 0
    for (const cookie of cookies)
      for (const path of PATHS)
        for (const [at, address] of ADDRESSES.entries()) {
          if (target.isShort && at % 3) continue
          const url = `${path}?${NAMES.map((name) => `${name}=${encodeURIComponent(address)}`).join('&')}`
          const { headers, text, status } = await ask(target, url, { cookie })
          tried += 1
          if (leadsAway(headers.get('location') ?? '')) faults.push(`GET ${url}: Location: ${headers.get('location')}`)
          if (status >= 500) faults.push(`GET ${url}: ${status}`)
          const links = [...readTags(text)].flatMap(({ attributes }) =>
            ['href', 'action', 'formaction', 'src'].map((name) => attributes.get(name) ?? ''),
          )
          for (const link of links.filter(leadsAway)) faults.push(`GET ${url}: a link to ${link}`)
        }
    for (const path of MOVED) {
      const { headers } = await sendRaw(
        target.url,
        `GET ${path} HTTP/1.1\r\nHost: ${new URL(target.url).host}\r\nConnection: close\r\n\r\n`,
      )
      if (leadsAway(headers['location'] ?? '')) faults.push(`GET ${path}: Location: ${headers['location']}`)
    }
    return [{ name: 'by parameter and by path', tried: tried + MOVED.length, faults }]
  },
}

/** As a browser reads it, from a page of ours. */
function leadsAway(link: string): boolean {
  const url = URL.parse(link, 'http://ours.example/page')
  return url !== null && (url.hostname.includes(EVIL) || (url.protocol === 'javascript:' && link.includes(EVIL)))
}
