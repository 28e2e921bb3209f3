/** Whose kept page it is, asked for again and again over a socket: who is signed in may change between any two requests. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MemberServer, PASSWORD, Person } from '#tests/support/member-server.ts'

const [ada, ben, chief] = [new Person('ada'), new Person('ben'), new Person('chief')]
let server: MemberServer
const look: MemberServer['look'] = (...how) => server.look(...how)
beforeAll(async () => {
  server = await MemberServer.open()
  for (const person of [ada, ben, chief]) await server.join(person, { isAdmin: person === chief })
})
afterAll(() => server.installation.close())

describe('what has ended has ended with the next request', () => {
  /** From what is kept, before any routing: the third time it is. */
  async function settle(cookie: string): Promise<string> {
    for (let time = 0; time < 3; time++) await look('/about', { cookie })
    return (await look('/about', { cookie })).html
  }
  const isKnown = async (cookie: string, person: Person) => (await look('/about', { cookie })).html.includes(person.username)

  test('a session that was signed out, here or from elsewhere', async () => {
    const [here, there, third] = [await server.signIn(ben), await server.signIn(ben), await server.signIn(ben)]
    for (const cookie of [here, there, third]) expect(await settle(cookie)).toContain(ben.username)
    await server.send('POST', '/api/sign-out', here)
    expect([await isKnown(here, ben), await isKnown(there, ben)]).toEqual([false, true])
    await settle(there)
    await server.send('POST', '/api/me/sign-out-everywhere', third)
    expect([await isKnown(there, ben), await isKnown(third, ben)]).toEqual([false, false])
    ben.cookie = await server.signIn(ben)
  })

  test('a session whose time is over', async () => {
    const cookie = await server.signIn(ben)
    expect(await settle(cookie)).toContain(ben.username)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 31 * 86_400_000)
    expect(await isKnown(cookie, ben)).toBe(false)
    vi.useRealTimers()
  })

  test('a name, a restriction and an account', async () => {
    const eve = new Person('eve')
    await server.join(eve)
    expect(await settle(eve.cookie)).toContain('"isRestricted":false')
    expect((await server.send('PATCH', `/api/users/${eve.id}`, chief.cookie, { isRestricted: true })).status).toBe(200)
    expect((await look('/about', eve)).html).toContain('"isRestricted":true')
    await settle(eve.cookie)
    expect((await server.send('DELETE', '/api/me', eve.cookie, { password: PASSWORD })).status).toBe(200)
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
  // Signing in and up send whoever is signed in away, which only a browser can.
  for (const own of ['/account', '/claim', '/deploy'])
    expect([own, (await look(own, ada)).html.includes('"isForEverybody":true')]).toEqual([own, false])
})

test('under https only the cookie that is bound to this host is believed', async () => {
  await server.start('https://localhost')
  const bound = { cookie: `__Host-${ada.cookie}` }
  for (let time = 0; time < 3; time++) {
    expect((await look('/about', bound)).html).toContain(ada.username)
    expect((await look('/about', ada)).html).not.toContain(ada.username)
    expect((await look('/about', { cookie: `${ben.cookie}; ${bound.cookie}` })).html).toContain(ada.username)
  }
})
