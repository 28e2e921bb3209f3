/**
 * Pages that are the same for everyone, over a socket: rendered, cached after routing, and cached before routing. And the cookie with which
 * the browser fills its header: when it is set, what it contains, and that it grants no rights.
 */
// Daily on PostgreSQL too, because sessions are read from the site's database.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MemberServer, PASSWORD, Person } from '#tests/support/member-server.ts'

const [ada, ben, chief] = [new Person('ada'), new Person('ben'), new Person('chief')]
let server: MemberServer
beforeAll(async () => {
  server = await MemberServer.open()
  for (const person of [ada, ben, chief]) await server.join(person, { isAdmin: person === chief })
})
afterAll(() => server.installation.close())

const PAGES = ['/', '/forum', '/forum/2', '/products/hearthstone-keep-10?tab=reviews', '/articles/winter-range', '/user/2', '/about']

const get = (path: string, cookie: string) => fetch(server.url + path, { headers: { cookie }, redirect: 'manual' })
const hintOf = (response: Response) => response.headers.getSetCookie().find((one) => one.startsWith('member='))
const readHint = (cookie = '') => JSON.parse(decodeURIComponent(/^member=([^;]*)/.exec(cookie)?.[1] ?? '')) as Record<string, unknown>

test('shared pages are identical for visitors, members and administrators', async () => {
  const servedCount = () => server.installation.built.cachedResponses.servedCount
  for (const path of PAGES) {
    const visitor = await server.getPage(path)
    for (const person of [undefined, ada, ben, chief])
      for (const extra of ['', '; fresh=1', '']) {
        const cookie = person ? `${person.cookie}; ${person.hint}${extra}` : extra.slice(2)
        const { status, html, headers } = await server.getPage(path, { cookie })
        const request = `${path} as ${person?.username ?? 'visitor'}`
        expect(status, request).toBe(visitor.status)
        expect(html === visitor.html, request).toBe(true)
        expect(headers).not.toHaveProperty('set-cookie')
        expect(headers['vary']).toContain('cookie')
      }
  }
  const before = servedCount()
  await server.getPage('/about', { cookie: `${ada.cookie}; ${ada.hint}` })
  expect(servedCount()).toBe(before + 1)
})

test('personal pages are rendered for their member and not cached', async () => {
  for (const path of ['/account', '/notices']) {
    const { html, headers } = await server.getPage(path, { cookie: `${ada.cookie}; ${ada.hint}` })
    expect(html).toContain(ada.username)
    expect(headers['cache-control']).toBe('no-store')
  }
})

test('the hint cookie is set at sign-in, corrected by any page, and removed at sign-out', async () => {
  const opened = await server.send('POST', '/api/sign-in', '', { username: ben.username, password: PASSWORD })
  expect(readHint(hintOf(opened))).toEqual({ id: ben.id, name: ben.displayName, avatar: null, role: 'member', unread: expect.any(Number) })
  expect(hintOf(opened)).toMatch(/; Path=\/; Max-Age=7776000; SameSite=Lax$/)

  const cookie = await server.signIn(ben)
  const withoutHint = await get('/about', cookie)
  expect(readHint(hintOf(withoutHint))).toMatchObject({ id: ben.id })
  expect(withoutHint.headers.get('cache-control')).toBe('private, no-cache')
  const withoutSession = await get('/about', ben.hint)
  expect(hintOf(withoutSession)).toMatch(/^member=; Path=\/; Max-Age=0; SameSite=Lax$/)
  expect(withoutSession.headers.get('cache-control')).toBe('private, no-cache')

  const hint = hintOf(withoutHint)?.split(';')[0] ?? ''
  expect(hintOf(await get('/api/session', `${cookie}; ${hint}`))).toBeUndefined()
  await server.send('PATCH', '/api/me', cookie, { displayName: 'Ben <b>the; second' })
  const renamed = await get('/api/session', `${cookie}; ${ben.hint}`)
  expect(readHint(hintOf(renamed))).toMatchObject({ name: 'Ben <b>the; second' })
  expect(hintOf(renamed)).toContain('%3Cb%3Ethe%3B%20second')

  expect(hintOf(await server.send('POST', '/api/sign-out', `${cookie}; ${ben.hint}`))).toMatch(/^member=; /)
  // In another browser the hint is removed when the page reads the session.
  expect(hintOf(await get('/api/session', `${cookie}; ${ben.hint}`))).toMatch(/^member=; /)
})

test('the hint cookie of an expired session is removed', async () => {
  const cookie = `${await server.signIn(ben)}; ${ben.hint}`
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 31 * 86_400_000)
  const session = await get('/api/session', cookie)
  vi.useRealTimers()
  expect(await session.json()).toEqual({ user: null })
  expect(hintOf(session)).toMatch(/^member=; /)
})

test.each(['%7B%22role%22%3A%22admin%22%7D', '%%%', '', '"><script>alert(1)</script>'])(
  'the hint cookie %j grants no rights',
  async (value) => {
    const cookie = `${ada.cookie}; member=${value}`
    expect((await get('/api/admin/settings', cookie)).status).toBe(403)
    expect((await get('/api/admin/settings', `member=${value}`)).status).toBe(401)
    expect((await server.getPage('/about', { cookie })).html).toBe((await server.getPage('/about')).html)
  },
)

test('the sign-out form of the account page works without JavaScript', async () => {
  const cookie = `${await server.signIn(ben)}; ${ben.hint}`
  const post = (headers: Record<string, string>) =>
    fetch(`${server.url}/account`, {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual',
      headers: { cookie, ...headers },
    })
  expect((await post({ origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await get('/account', cookie)).status).toBe(200)
  const left = await post({ origin: server.url })
  expect(left.status).toBe(303)
  expect(left.headers.get('location')).toBe('/')
  expect(left.headers.get('clear-site-data')).toBe('"cache"')
  expect(left.headers.getSetCookie().map((one) => one.split(';')[0])).toEqual(['session=', 'member='])
  expect((await get('/account', cookie)).headers.get('location')).toBe('/sign-in')
})
