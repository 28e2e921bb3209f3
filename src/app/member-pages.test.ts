/**
 * A page is kept once for everybody, and what is somebody's own is put into it on the way out. Here two members, an administrator and a visitor
 * walk all pages: what they share is the same to the byte, each finds their own, and nobody's own is in what is kept or in what another gets.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGES } from '#features/pages/page-table.policy.ts'
import type { CachedResponse } from '#platform/response-cache.ts'
import { MemberServer, Person } from '#tests/support/member-server.ts'

const PARTS: Record<string, string> = {
  '/articles/:slug': 'winter-range',
  '/articles/expert/:id': '1',
  '/forum/:id': '2',
  '/products/:slug': 'wayside-post-7',
  '/enquiry/:slug': 'wayside-post-7',
  '/category/:slug': 'green-living',
  '/today/:slug': 'cap.electricity',
  '/user/:id': '2',
  '/tools/:slug': 'solar',
}
const paths = PAGES.map(({ path, isForEverybody = true }) => ({ path: path.replace(/:\w+/, () => PARTS[path] ?? '1'), isForEverybody }))
const shared = [
  ...paths.filter(({ isForEverybody }) => isForEverybody).map(({ path }) => path),
  '/products/wayside-post-7?tab=reviews',
  '/forum?page=2',
  '/user/1',
]

const [ada, ben, chief] = [new Person('ada'), new Person('ben'), new Person('chief')]
let server: MemberServer
const look: MemberServer['look'] = (...how) => server.look(...how)
beforeAll(async () => {
  server = await MemberServer.open()
  const at = new Date().toISOString()
  const issue = {
    subject: 'June',
    intro: 'Hello',
    entries: '[]',
    audience: '[]',
    rate: 60,
    state: 'sent',
    created_at: at,
    changed_at: at,
  } as const
  await server.installation.main.db
    .insertInto('newsletter_issues')
    .values({ ...issue, started_at: at, finished_at: at })
    .execute()
  for (const person of [ada, ben, chief]) await server.join(person, { isAdmin: person === chief })
  await vote(ada, 1)
  await vote(ben, -1)
})
afterAll(() => server.installation.close())

const vote = (person: Person, value: number) => server.send('POST', '/api/votes', person.cookie, { subject: 'topic', id: 2, value })

/** What is kept of a page for everybody. */
const cachedOf = (path: string): CachedResponse | undefined =>
  server.installation.built.responseCache.getIfCached(`${server.installation.main.id} http://localhost${path}`)

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
      expect((cachedOf(path)?.slotted?.slots ?? []).map(({ name }) => name)).toEqual(
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
      server.forget(['settings'])
      // The second and the third time it comes from what is kept.
      for (const person of [...order, ...order, ...order]) {
        const { status, headers, html } = await look(path, person)
        const kept = cachedOf(path) as CachedResponse
        expect([status, headers['cache-control']]).toEqual([200, person ? 'private, no-cache' : 'no-cache'])
        const own = ownOf(html, kept)
        expect(person !== undefined || html === kept.identity.toString()).toBe(true)
        for (const one of [ada, ben, chief]) {
          const isThere = one.marks.filter((mark) => html.includes(mark))
          const inOwnPage = [one.username, one.displayName, `/user/${one.id}"`, `"id":${one.id},"username"`]
          expect(isThere).toEqual(one === person ? inOwnPage : [])
        }
        expect(own.at(-1) ?? '').toContain(person ? `"username":"${person.username}"` : '')
        expect(html.includes('>Admin Dashboard<')).toBe(person === chief)
      }
      const kept = cachedOf(path) as CachedResponse
      const bytes =
        [kept.identity, ...(kept.slotted?.pieces ?? []).map(({ identity }) => identity)].map(String).join('') + JSON.stringify(kept.headers)
      for (const mark of [ada, ben, chief].flatMap(({ marks }) => marks)) expect([mark, bytes.includes(mark)]).toEqual([mark, false])
    }
  })

  test('nobody’s own is in the data that pages are made of', async () => {
    for (const path of shared) for (const person of [ada, undefined, chief, ben]) await look(path, person)
    const { built, main } = server.installation
    const boot = [...(await look('/forum/2')).html.matchAll(/<script id="boot"[^>]*>(.*?)<\/script>/g)][0]?.[1] ?? ''
    const { data } = JSON.parse(boot) as { data: [[string, object], unknown][] }
    const kept = data.map(([[path, input]]) => built.dataCache.getIfCached(`${main.id} ${path} ${JSON.stringify(input)}`)?.value)
    expect(kept.filter(Boolean).length).toBeGreaterThan(3)
    for (const mark of [ada, ben, chief].flatMap(({ marks }) => marks))
      expect([mark, JSON.stringify(kept).includes(mark)]).toEqual([mark, false])
    expect(JSON.stringify(data).includes('votes/mine')).toBe(false)
  })

  test('each is told of their own votes', async () => {
    const votesOf = async (person: Person) => {
      const own = ownOf((await look('/forum/2', person)).html, cachedOf('/forum/2') as CachedResponse).at(-1) ?? '[]'
      const found = (JSON.parse(own) as [[string], { items: { value: number }[] }][]).find(([[path]]) => path === '/api/votes/mine')
      return found?.[1].items.map(({ value }) => value)
    }
    expect([await votesOf(ada), await votesOf(ben), await votesOf(chief)]).toEqual([[1], [-1], []])
    await vote(ada, -1)
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
      const answer = await fetch(`${server.url}/products`, { headers: { cookie: ada.cookie, 'accept-encoding': accepted } })
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
    await server.send('PATCH', '/api/me', ada.cookie, { displayName: 'Ada the Second' })
    expect((await look('/about', ada, { 'if-none-match': before })).status).toBe(200)
  })
})
