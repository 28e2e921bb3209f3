/** A page of a member, compressed. That no response holds per-user state of another person is tested in tests/server/properties/private.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MemberServer, Person } from '#tests/support/member-server.ts'

const ada = new Person('ada')
let server: MemberServer
beforeAll(async () => {
  server = await MemberServer.open()
  await server.join(ada)
})
afterAll(() => server.installation.close())

test('a member’s page is the same in each encoding that the browser takes', async () => {
  const plain = await server.look('/products', ada)
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
