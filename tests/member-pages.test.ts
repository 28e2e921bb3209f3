/**
 * A page is kept once for everybody, and what is somebody's own is put into it on the way out. Here two members, an administrator and a visitor
 * walk all pages: what they share is the same to the byte, each finds their own, and nobody's own is in what is kept or in what another gets.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PAGES } from '#features/pages/page-table.policy.ts'
import type { CachedResponse } from '#platform/response-cache.ts'
import { openTestInstallation, type TestInstallation } from './support/test-installation.ts'
import { sendRaw } from './support/attacks/send-raw.ts'

const PASSWORD = 'three cold radiators'
const PARTS: Record<string, string> = {
  '/articles/:slug': 'winter-range',
  '/articles/expert/:id': '1',
  '/forum/:id': '2',
  '/products/:slug': 'wayside-post-7',
  '/enquiry/:slug': 'wayside-post-7',
  '/category/:slug': 'green-living',
  '/user/:id': '2',
}
const paths = PAGES.map(({ path, isForEverybody = true }) => ({ path: path.replace(/:\w+/, () => PARTS[path] ?? '1'), isForEverybody }))
const shared = [
  ...paths.filter(({ isForEverybody }) => isForEverybody).map(({ path }) => path),
  '/products/wayside-post-7?tab=reviews',
  '/forum?page=2',
  '/user/1',
]

let installation: TestInstallation
let url: string
beforeAll(async () => {
  installation = await openTestInstallation({ content: 'demo' })
  await installation.start({ pages: true, listens: true, bySession: true, publicUrl: 'http://localhost', trustProxy: false })
  url = `http://localhost:${installation.port}`
  for (const person of [ada, ben, chief]) await join(person)
  await vote(ada, { subject: 'topic', id: 2, value: 1 })
  await vote(ben, { subject: 'topic', id: 2, value: -1 })
})
afterAll(() => installation.close())

/** Names and addresses that stand nowhere else. */
class Person {
  readonly username: string
  readonly displayName: string
  readonly email: string
  id = 0
  cookie = ''
  constructor(name: string) {
    const mark = crypto.randomUUID().slice(0, 8)
    this.username = `${name}_${mark}`
    this.displayName = `${name} of ${mark}`
    this.email = `${name}.${mark}@example.org`
  }

  /** What would give them away. */
  get marks(): string[] {
    return [this.username, this.displayName, this.email, `/user/${this.id}"`, `"id":${this.id},"username"`]
  }
}
const [ada, ben, chief] = [new Person('ada'), new Person('ben'), new Person('chief')]

async function join(person: Person): Promise<void> {
  const { username, displayName, email } = person
  const answer = await post('/api/sign-up', { username, displayName, email, password: PASSWORD })
  person.id = ((await answer.json()) as { user: { id: number } }).user.id
  person.cookie =
    answer.headers
      .getSetCookie()
      .find((one) => one.startsWith('session='))
      ?.split(';')[0] ?? ''
  if (person === chief) {
    await installation.main.db.updateTable('users').set({ is_admin: true }).where('id', '=', person.id).execute()
    // A test writes behind the server's back.
    forget(['users'])
  }
}

const post = (path: string, body: object, cookie = '') =>
  fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', cookie, origin: url } })
const vote = (person: Person, body: object) => post('/api/votes', body, person.cookie)

function forget(tables: string[]): void {
  const { responseCache, dataCache, memberPages } = installation.built
  for (const cache of [responseCache, dataCache, memberPages]) cache.invalidate(installation.main.id, tables)
}

interface Seen {
  status: number
  headers: Record<string, string>
  html: string
}
async function look(path: string, person?: Person | { cookie: string }, headers: Record<string, string> = {}): Promise<Seen> {
  const all = { host: new URL(url).host, ...(person ? { cookie: person.cookie } : {}), ...headers, connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const { status, headers: answered, text } = await sendRaw(url, `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return {
    status,
    headers: answered as Record<string, string>,
    html: Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1').toString(),
  }
}

/** What is kept of a page for everybody. */
const keptOf = (path: string): CachedResponse | undefined =>
  installation.built.responseCache.getIfCached(`${installation.main.id} http://localhost${path}`)

/** What stands in the places of a page, when all around them is what is kept. */
function ownOf(html: string, kept: CachedResponse): string[] {
  const own: string[] = []
  let from = 0
  for (const [at, { identity }] of (kept.slotted?.pieces ?? []).entries()) {
    const piece = identity.toString()
    const found = html.indexOf(piece, from)
    if (found === -1 || (at === 0 && found !== 0)) throw new Error(`Piece ${at} is not in the page.`)
    if (at > 0) own.push(html.slice(from, found))
    from = found + piece.length
  }
  expect(from).toBe(html.length)
  return own
}

describe('two members, an administrator and a visitor', () => {
  test('there are pages to walk, and places in each of them', async () => {
    expect(shared.length).toBeGreaterThan(15)
    for (const path of shared) {
      expect([path, (await look(path)).status]).toEqual([path, 200])
      expect((keptOf(path)?.slotted?.slots ?? []).map(({ name }) => name)).toEqual(
        expect.arrayContaining(['profile', 'account', 'own-data']),
      )
    }
  })

  test.each(shared)('share all of %s but what is their own', async (path) => {
    // Whoever comes first makes it, and it is kept for all.
    for (const order of [
      [ada, undefined, ben, chief],
      [undefined, chief, ben, ada],
    ]) {
      forget(['settings'])
      // The second and the third time it comes from what is kept.
      for (const person of [...order, ...order, ...order]) {
        const { status, headers, html } = await look(path, person)
        const kept = keptOf(path) as CachedResponse
        expect([status, headers['cache-control']]).toEqual([200, person ? 'private, no-cache' : 'no-cache'])
        const own = ownOf(html, kept)
        if (!person) expect(html === kept.identity.toString()).toBe(true)
        for (const one of [ada, ben, chief]) {
          const isThere = one.marks.filter((mark) => html.includes(mark))
          if (one === person) expect(isThere).toEqual([one.username, one.displayName, `/user/${one.id}"`, `"id":${one.id},"username"`])
          else expect(isThere).toEqual([])
        }
        if (person) {
          expect(own.at(-1)).toContain(`"username":"${person.username}"`)
          expect(html.includes('>Admin Dashboard<')).toBe(person === chief)
        }
      }
      const kept = keptOf(path) as CachedResponse
      const bytes =
        [kept.identity, ...(kept.slotted?.pieces ?? []).map(({ identity }) => identity)].map(String).join('') + JSON.stringify(kept.headers)
      for (const mark of [ada, ben, chief].flatMap(({ marks }) => marks)) expect([mark, bytes.includes(mark)]).toEqual([mark, false])
    }
  })

  test('nobody’s own is in the data that pages are made of', async () => {
    for (const path of shared) for (const person of [ada, undefined, chief, ben]) await look(path, person)
    const { dataCache } = installation.built
    const boot = [...(await look('/forum/2')).html.matchAll(/<script id="boot"[^>]*>(.*?)<\/script>/g)][0]?.[1] ?? ''
    const { data } = JSON.parse(boot) as { data: [[string, object], unknown][] }
    const kept = data.map(([[path, input]]) => dataCache.getIfCached(`${installation.main.id} ${path} ${JSON.stringify(input)}`)?.value)
    expect(kept.filter(Boolean).length).toBeGreaterThan(3)
    for (const mark of [ada, ben, chief].flatMap(({ marks }) => marks))
      expect([mark, JSON.stringify(kept).includes(mark)]).toEqual([mark, false])
    expect(JSON.stringify(data).includes('votes/mine')).toBe(false)
  })

  test('each is told of their own votes', async () => {
    const votesOf = async (person: Person) => {
      const own = ownOf((await look('/forum/2', person)).html, keptOf('/forum/2') as CachedResponse).at(-1) ?? '[]'
      const found = (JSON.parse(own) as [[string], { items: { value: number }[] }][]).find(([[path]]) => path === '/api/votes/mine')
      return found?.[1].items.map(({ value }) => value)
    }
    expect([await votesOf(ada), await votesOf(ben), await votesOf(chief)]).toEqual([[1], [-1], []])
    await vote(ada, { subject: 'topic', id: 2, value: -1 })
    expect(await votesOf(ada)).toEqual([-1])
  })

  test('compressed it is the same, in what the browser takes', async () => {
    const plain = await look('/products', ada)
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'gzip'],
      ['gzip', 'gzip'],
      ['br', undefined],
      ['gzip;q=0', undefined],
    ] as const) {
      const answer = await fetch(`${url}/products`, { headers: { cookie: ada.cookie, 'accept-encoding': accepted } })
      expect([accepted, answer.headers.get('content-encoding') ?? undefined]).toEqual([accepted, encoding])
      expect((await answer.text()) === plain.html).toBe(true)
    }
  })
})

describe('a browser that has a page is told so', () => {
  test('only as long as the page and the person are the same', async () => {
    const tagOf = async (person?: Person) => (await look('/about', person)).headers['etag'] ?? ''
    const tags = [await tagOf(ada), await tagOf(ben), await tagOf(chief), await tagOf()]
    expect(new Set(tags).size).toBe(4)
    for (const [at, person] of [ada, ben, chief, undefined].entries())
      for (const [other, tag] of tags.entries())
        expect([(await look('/about', person, { 'if-none-match': tag })).status, at, other]).toEqual([at === other ? 304 : 200, at, other])
    const before = await tagOf(ada)
    await fetch(`${url}/api/me`, {
      method: 'PATCH',
      body: JSON.stringify({ displayName: 'Ada the Second' }),
      headers: { 'content-type': 'application/json', cookie: ada.cookie, origin: url },
    })
    expect((await look('/about', ada, { 'if-none-match': before })).status).toBe(200)
  })
})

describe('what has ended has ended with the next request', () => {
  /** From what is kept, before any routing: the third time it is. */
  async function settle(cookie: string): Promise<string> {
    for (let time = 0; time < 3; time++) await look('/about', { cookie })
    return (await look('/about', { cookie })).html
  }
  async function signIn({ username }: Person): Promise<string> {
    const answer = await post('/api/sign-in', { username, password: PASSWORD })
    return (
      answer.headers
        .getSetCookie()
        .find((one) => one.startsWith('session='))
        ?.split(';')[0] ?? ''
    )
  }
  const isKnown = async (cookie: string, person: Person) => (await look('/about', { cookie })).html.includes(person.username)
  const send = (method: string, path: string, cookie: string, body: object = {}) =>
    fetch(url + path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', cookie, origin: url } })

  test('a session that was signed out, here or from elsewhere', async () => {
    const [here, there, third] = [await signIn(ben), await signIn(ben), await signIn(ben)]
    for (const cookie of [here, there, third]) expect(await settle(cookie)).toContain(ben.username)
    await send('POST', '/api/sign-out', here)
    expect([await isKnown(here, ben), await isKnown(there, ben)]).toEqual([false, true])
    await settle(there)
    await send('POST', '/api/me/sign-out-everywhere', third)
    expect([await isKnown(there, ben), await isKnown(third, ben)]).toEqual([false, false])
    ben.cookie = await signIn(ben)
  })

  test('a session whose time is over', async () => {
    const cookie = await signIn(ben)
    expect(await settle(cookie)).toContain(ben.username)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 31 * 86_400_000)
    expect(await isKnown(cookie, ben)).toBe(false)
    vi.useRealTimers()
  })

  test('a name, a restriction and an account', async () => {
    const eve = new Person('eve')
    await join(eve)
    expect(await settle(eve.cookie)).toContain('"isRestricted":false')
    expect((await send('PATCH', `/api/users/${eve.id}`, chief.cookie, { isRestricted: true })).status).toBe(200)
    expect((await look('/about', eve)).html).toContain('"isRestricted":true')
    await settle(eve.cookie)
    expect((await send('DELETE', '/api/me', eve.cookie, { password: PASSWORD })).status).toBe(200)
    expect(await isKnown(eve.cookie, eve)).toBe(false)
  })

  test('a cookie that is nobody’s is a visitor’s', async () => {
    const visitor = (await look('/about')).html
    for (const cookie of [
      'session=abc',
      `session=${'x'.repeat(43)}`,
      `__Host-${ben.cookie}`,
      `session=${ben.cookie.slice(8).toUpperCase()}`,
    ])
      for (let time = 0; time < 3; time++) expect([cookie, (await look('/about', { cookie })).html === visitor]).toEqual([cookie, true])
  })
})

test('whoever has just written, and a page that is another for members, is made anew', async () => {
  expect((await look('/about', { cookie: `${ada.cookie}; fresh=1` })).html).not.toContain('"isForEverybody":true')
  for (const { path: own, isForEverybody } of paths)
    // Two of them send whoever is signed in away, which only a browser can.
    if (!isForEverybody && !own.startsWith('/sign-'))
      expect([own, (await look(own, ada)).html.includes('"isForEverybody":true')]).toEqual([own, false])
})

test('under https only the cookie that is bound to this host is believed', async () => {
  await installation.start({ pages: true, listens: true, bySession: true, publicUrl: 'https://localhost', trustProxy: false })
  url = `http://localhost:${installation.port}`
  const bound = { cookie: `__Host-${ada.cookie}` }
  for (let time = 0; time < 3; time++) {
    expect((await look('/about', bound)).html).toContain(ada.username)
    expect((await look('/about', ada)).html).not.toContain(ada.username)
    expect((await look('/about', { cookie: `${ben.cookie}; ${bound.cookie}` })).html).toContain(ada.username)
  }
})
