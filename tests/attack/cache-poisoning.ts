/** Cache poisoning: an attacker's request between two ordinary ones must not change a byte of the second response. */
import { sendRaw } from '#tests/support/attacks/send-raw.ts'
import { ask, readJson, type Group, type Target } from './target.ts'

const PATHS = [
  '/',
  '/articles',
  '/articles?page=2',
  '/articles/winter-range',
  '/products',
  '/products?page=3',
  '/products/wayside-post-7',
  '/compare?p=wayside-post-7',
  '/category/green-living',
  '/forum',
  '/forum/2',
  '/user/2',
  '/about',
  '/deploy',
  '/feed.xml',
  '/category/green-living/feed.atom',
  '/forum/2/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/api/products?page=3&perPage=7',
  '/api/articles?perPage=5',
  '/api/forums',
  '/api/reviews?productId=1',
  '/api/users',
  '/api/openapi.json',
]
const EVIL = 'evil.example'
const ATTACKERS: Record<string, { query?: string; headers?: string[]; host?: string }> = {
  '700 parameters': { query: Array.from({ length: 700 }, (_, n) => `k${n}=${n}`).join('&') },
  'variants of parameter names': { query: 'Page=9&page[]=9&PERPAGE=1&page%00=9&per-page=2&search[]=evil&__proto__=evil' },
  'a parameter after a fragment and a semicolon': { query: `;page=9&x=%23&utm_source=${EVIL}` },
  'headers of another host': {
    headers: [`X-Forwarded-Host: ${EVIL}`, `X-Host: ${EVIL}`, `X-Forwarded-Server: ${EVIL}`, `Forwarded: host=${EVIL}`],
  },
  'headers of another URL': {
    headers: ['X-Original-URL: /admin', 'X-Rewrite-URL: /admin', 'X-Forwarded-Prefix: /evil', 'X-HTTP-Method-Override: DELETE'],
  },
  'another protocol and port': {
    headers: ['X-Forwarded-Proto: https', 'X-Forwarded-Port: 444', 'X-Forwarded-Scheme: evil', 'Front-End-Https: on'],
  },
  'another language, user agent and referrer': {
    headers: ['Accept-Language: de', `User-Agent: <script>${EVIL}</script>`, `Referer: https://${EVIL}/`, `Origin: https://${EVIL}`],
  },
  'cookies and a range': { headers: ['Cookie: theme=evil; lang=de; session=evil', 'Range: bytes=0-10', 'If-None-Match: W/"evil"'] },
  encodings: { headers: ['Accept-Encoding: evil, br;q=0', 'TE: trailers', 'Accept: application/xml'] },
  'another host': { host: EVIL },
  'the host with another port': { host: ':444' },
}
/** Headers that differ per response or connection. */
const VARYING_HEADERS = ['date', 'x-request-id', 'connection', 'keep-alive', 'age']

async function readAsVisitor({ url }: Target, path: string): Promise<string> {
  const { headers, status, text } = await sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`)
  const shared = Object.entries(headers).filter(([name]) => !VARYING_HEADERS.includes(name))
  return JSON.stringify([status, shared, text.slice(text.indexOf('\r\n\r\n'))])
}

async function sendAttack({ url }: Target, path: string, { query, headers = [], host }: (typeof ATTACKERS)[string]): Promise<void> {
  const { host: realHost, hostname } = new URL(url)
  const target = query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
  const hostHeader = host?.startsWith(':') ? hostname + host : (host ?? realHost)
  await sendRaw(url, `GET ${target} HTTP/1.1\r\n${[`Host: ${hostHeader}`, ...headers].join('\r\n')}\r\nConnection: close\r\n\r\n`)
}

/** Saves the settings unchanged, which invalidates all cached responses: the next request renders the page. */
async function invalidateAll(target: Target): Promise<void> {
  const cookie = target.own?.people.admin
  if (cookie === undefined) return
  const { name } = readJson(await ask(target, '/api/admin/settings', { cookie }))
  const { status } = await ask(target, '/api/admin/settings', { method: 'PATCH', cookie, body: { name } })
  if (status !== 200) throw new Error(`PATCH /api/admin/settings: ${status}`)
}

export const cachePoisoning: Group = {
  name: 'Cache poisoning',
  isHarmless: true,
  async run(target) {
    const paths = target.isShort ? PATHS.filter((path, index) => index % 4 === 0 || path.includes('perPage=7')) : PATHS
    const problems: string[] = []
    let tried = 0
    for (const [name, attacker] of Object.entries(ATTACKERS)) {
      const before: string[] = []
      for (const path of paths) before.push(await readAsVisitor(target, path))
      await invalidateAll(target)
      for (const [at, path] of paths.entries()) {
        await sendAttack(target, path, attacker)
        const after = await readAsVisitor(target, path)
        tried += 1
        if (after !== before[at]) problems.push(`${name}, at ${path}: ${describeDifference(before[at] ?? '', after)}`)
        if (after.includes(EVIL)) problems.push(`${name}, at ${path}: it contains the attacker's input.`)
      }
    }
    return [{ name: 'attacker between two visitors', tried, problems }]
  },
}

function describeDifference(before: string, after: string): string {
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  return `“${before.slice(Math.max(0, at - 20), at + 40)}” is now “${after.slice(Math.max(0, at - 20), at + 40)}”`
}
