/** A forged Host header cannot make one site pass for another. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { askSocket } from '#tests/support/socket.ts'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

let installation: TestInstallation
let admin: Viewer

const start = (publicUrl?: string) => installation.start({ publicUrl, pages: true, listens: true })
beforeAll(async () => {
  installation = await openTestInstallation()
  admin = await makeUser(installation.main, { isAdmin: true })
  await start('https://example.org')
  await launch('example.org', { siteName: 'Neighbour' })
  await installation.stop()
})
afterEach(async () => {
  installation.viewer = null
  await installation.stop()
})
afterAll(() => installation.close())

/** Through a socket, because only then cached pages are answered before routing. */
async function call(host: string, path: string, { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {}) {
  const response = await askSocket(installation.port, host, path, { body, headers: { ...installation.newCaller(), ...headers } })
  const isJson = response.headers['content-type']?.includes('json')
  return { ...response, body: isJson ? JSON.parse(response.text) : undefined }
}
const launch = async (host: string, input: object) => {
  const response = await call(host, '/api/deployment', { body: { content: 'empty', ...input } })
  if (response.body.id) installation.copies.add(await installation.numberOf(response.body.id))
  return response
}
const nameAt = async (host: string) => (await call(host, '/api/site')).body.name
const TAKEN = [409, 'deployment.domain_taken', 'domainName']
const titleOf = ({ text }: { text: string }) => /<title>([^<]*)/.exec(text)?.[1]
const codeOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.code, body.errors?.[0].path]

describe('domains of the installation cannot be claimed', () => {
  test('rejects the requested host and its subdomains without PUBLIC_URL', async () => {
    await start()
    const here = 'garden.example.net:3000'
    for (const domainName of ['garden.example.net', 'www.garden.example.net', 'Login.Garden.Example.NET', 'a.sustainable-tech.localhost'])
      expect(codeOf(await launch(here, { siteName: 'Usurper', domainName })), domainName).toEqual(TAKEN)
    expect(await nameAt('garden.example.net')).toBe('Net Zero')
  })

  test('rejects the host of PUBLIC_URL, its subdomains and hosts of other sites', async () => {
    await start('https://example.org')
    const names = [
      'example.org',
      'www.example.org',
      'mail.example.org',
      'other.sustainable-tech.example.org',
      'sustainable-tech.example.org',
    ]
    for (const domainName of names)
      expect(codeOf(await launch('example.org', { siteName: 'Usurper', domainName })), domainName).toEqual(TAKEN)
    expect((await launch('example.org', { siteName: 'Similar Name', domainName: 'notexample.org' })).status).toBe(201)
    installation.viewer = admin
    expect(codeOf(await launch('example.org', { siteName: 'Usurper', domainName: 'example.org' }))).toEqual(TAKEN)
    const shop = await launch('example.org', { siteName: 'Shop', domainName: 'shop.example.org' })
    expect(shop.status).toBe(201)
    await installation.proveDomain(await installation.numberOf(shop.body.id))
    installation.viewer = null
    expect(await nameAt('shop.example.org')).toBe('Shop')
    expect(await nameAt('example.org')).toBe('Net Zero')
  })

  test('a stored domain equal to the main host never shadows the main site', async () => {
    await installation.main.db.updateTable('launches').set({ domain_name: 'example.org' }).where('slug', '=', 'neighbour').execute()
    await start('https://example.org')
    for (const host of ['example.org', 'example.org:443', 'example.org:8080', 'EXAMPLE.ORG.', 'example.org.:443'])
      expect(await nameAt(host), host).toBe('Net Zero')
  })
})

test('without PUBLIC_URL a launch with a made-up host gets no domain', async () => {
  await start()
  const taken = await launch('made-up.example.net', { siteName: 'Taker', domainName: 'real.example.com' })
  expect(taken.status).toBe(201)
  expect(taken.body.servesDomains).toBe(false)
  expect(await nameAt('real.example.com')).toBe('Net Zero')
  await start('https://example.org')
  const number = await installation.numberOf(taken.body.id)
  expect((await call('real.example.com', '/api/site')).status).toBe(404)
  await installation.proveDomain(number)
  expect(await nameAt('real.example.com')).toBe('Taker')
})

describe('canonical host', () => {
  test('port, case and a trailing dot do not change the URLs in a response', async () => {
    await start('https://example.org:8443')
    const own = 'https://neighbour.sustainable-tech.example.org:8443/sitemap.xml'
    for (const host of [
      'neighbour.sustainable-tech.example.org:8443',
      'NEIGHBOUR.sustainable-tech.example.org.:9999',
      'neighbour.sustainable-tech.example.org',
    ])
      expect((await call(host, '/robots.txt')).text, host).toContain(own)
  })

  test('an origin with the default port of its protocol is same-origin', async () => {
    await start('https://example.org')
    const post = (host: string, origin: string) => call(host, '/api/deployment', { body: {}, headers: { origin } })
    expect((await post('example.org:443', 'https://example.org')).status).toBe(400)
    expect((await post('example.org', 'https://example.org:444')).status).toBe(403)
  })

  test('a malformed host returns 400', async () => {
    await start()
    for (const host of ['neighbour.sustainable-tech.localhost@example.net', 'localhost/x', 'localhost?x', 'localhost#x', 'local host'])
      expect((await call(host, '/api/site')).status, host).toBe(400)
  })

  test('behind a proxy a cached page belongs to the forwarded host', async () => {
    await start('https://example.org')
    const at = (host: string) => call('example.org', '/about', { headers: { 'x-forwarded-host': host } })
    for (let round = 0; round < 3; round++) {
      expect(titleOf(await call('example.org', '/about'))).toContain('Net Zero')
      expect(titleOf(await at('neighbour.sustainable-tech.example.org'))).toContain('Neighbour')
      expect((await at('nobody.sustainable-tech.example.org')).status).toBe(404)
    }
  })

  test('API-DEP-01 addresses that a client adds to X-Forwarded-For do not evade the rate limit', async () => {
    await start('https://example.org')
    const from = (first: string) =>
      call('example.org', '/api/deployment', { body: {}, headers: { 'x-forwarded-for': `${first}, 10.7.0.1` } })
    const statuses: number[] = []
    for (let round = 0; round < 11; round++) statuses.push((await from(`192.0.2.${round}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })
})
