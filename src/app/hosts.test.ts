/** What a request says of its host cannot make one site stand in for another. */
import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { resetIds } from '#db/open-site.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestEngine } from '#tests/support/test-site.ts'
import type { Engine } from '#db/engine.ts'
import type { Site, Viewer } from '#platform/context.ts'
import { builtPages } from '#platform/page-renderer.ts'
import { buildApp, type BuiltApp } from './build-app.ts'
import { openFilledSite } from './open-main-site.ts'
import { Sites } from './sites.ts'

let engine: Engine
let folder: string
let remove: () => void
let main: Site
let admin: Viewer
let viewer: Viewer | null = null
let sites: Sites
let built: BuiltApp
let port: number
const log = { info() {}, warn() {}, error() {} }
const NAME = `main_${crypto.randomUUID().slice(0, 8).replaceAll('-', '')}`
const launched = new Set<number>()

async function start(publicUrl?: string): Promise<void> {
  sites = new Sites({ engine, main, publicUrl, dataDir: folder })
  const config = { publicUrl, trustProxy: true, logLevel: 'silent' }
  built = await buildApp({ config, sites, pages: builtPages(join(import.meta.dirname, '../..')), actAs: () => viewer })
  await sites.openAll(log)
  await built.app.listen({ port: 0, host: '127.0.0.1' })
  port = (built.app.server.address() as AddressInfo).port
}
async function stop(): Promise<void> {
  await built.app.close()
  await sites.closeAll()
}
beforeAll(async () => {
  ;({ engine, folder, remove } = await openTestEngine())
  main = await openFilledSite(engine, NAME, { content: 'empty', dataDir: folder })
  // Several runs share one server: ids of copies begin where nobody else's are.
  const id = 1_100_000_000 + Math.floor(Math.random() * 1_000_000_000)
  const now = new Date().toISOString()
  const row = { slug: 'first', name: 'First', state: 'retired', config: '{}', key_hash: 'none', domain_name: null, user_id: null } as const
  await main.db
    .insertInto('launches')
    .values({ ...row, id, created_at: now, claim_until: now })
    .execute()
  await resetIds(main.db, engine.name, NAME, ['launches'])
  admin = await makeUser({ db: main.db }, { isAdmin: true })
})
afterEach(() => void (viewer = null))
afterAll(async () => {
  for (const id of launched) await sites.remove(id)
  await main.db.destroy()
  if (engine.name === 'postgres') await engine.drop(NAME)
  await engine.close()
  remove()
})

let address = 0
/** Through a socket, as a browser asks: only so a kept page is answered before any routing. */
const call = (host: string, path: string, { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {}) =>
  // oxlint-disable-next-line typescript/no-explicit-any
  new Promise<{ status: number; text: string; body: any }>((resolve, reject) => {
    address += 1
    const payload = body && JSON.stringify(body)
    const sent = ask(
      {
        port,
        path,
        method: payload ? 'POST' : 'GET',
        headers: {
          host,
          'x-forwarded-for': `10.6.${address >> 8}.${address & 255}`,
          ...(payload ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString()
          const isJson = answer.headers['content-type']?.includes('json')
          resolve({ status: answer.statusCode ?? 0, text, body: isJson ? JSON.parse(text) : undefined })
        })
      },
    )
    sent.on('error', reject)
    sent.end(payload)
  })
const launch = async (host: string, given: object) => {
  const answer = await call(host, '/api/deployment', { body: { content: 'empty', ...given } })
  if (answer.body.id) launched.add(answer.body.id)
  return answer
}
const nameAt = async (host: string) => (await call(host, '/api/site')).body.name
const TAKEN = [409, 'deployment.domain_taken', 'domainName']
const titleOf = ({ text }: { text: string }) => /<title>([^<]*)/.exec(text)?.[1]
const codeOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.code, body.errors?.[0].path]

describe('a domain that belongs to the installation is nobody’s to take', () => {
  test('without PUBLIC_URL the host it was asked on', async () => {
    await start()
    const here = 'garden.example.net:3000'
    for (const domainName of ['garden.example.net', 'www.garden.example.net', 'Login.Garden.Example.NET', 'a.sustainable-tech.localhost'])
      expect(codeOf(await launch(here, { siteName: 'Usurper', domainName })), domainName).toEqual(TAKEN)
    expect(await nameAt('garden.example.net')).toBe('Net Zero')
    await stop()
  })

  test('with PUBLIC_URL its host, what is below it and what is the address of a copy', async () => {
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
    expect((await launch('example.org', { siteName: 'Neighbour', domainName: 'notexample.org' })).status).toBe(201)
    viewer = admin
    expect(codeOf(await launch('example.org', { siteName: 'Usurper', domainName: 'example.org' }))).toEqual(TAKEN)
    expect((await launch('example.org', { siteName: 'Shop', domainName: 'shop.example.org' })).status).toBe(201)
    viewer = null
    expect([await nameAt('shop.example.org'), await nameAt('example.org')]).toEqual(['Shop', 'Net Zero'])
    await stop()
  })

  test('one that has been taken in spite of that never stands before the main site', async () => {
    await main.db.updateTable('launches').set({ domain_name: 'example.org' }).where('slug', '=', 'neighbour').execute()
    await start('https://example.org')
    for (const host of ['example.org', 'example.org:443', 'example.org:8080', 'EXAMPLE.ORG.', 'example.org.:443'])
      expect(await nameAt(host), host).toBe('Net Zero')
    await stop()
  })
})

describe('one site, one address', () => {
  test('port, case and a last dot change no address that an answer gives', async () => {
    await start('https://example.org:8443')
    const own = 'https://neighbour.sustainable-tech.example.org:8443/sitemap.xml'
    for (const host of [
      'neighbour.sustainable-tech.example.org:8443',
      'NEIGHBOUR.sustainable-tech.example.org.:9999',
      'neighbour.sustainable-tech.example.org',
    ])
      expect((await call(host, '/robots.txt')).text, host).toContain(own)
    await stop()
  })

  test('a browser that names the port of its protocol is no other site', async () => {
    await start('https://example.org')
    const headers = { origin: 'https://example.org' }
    expect((await call('example.org:443', '/api/deployment', { body: {}, headers })).status).toBe(400)
    expect((await call('example.org:444', '/api/deployment', { body: {}, headers })).status).toBe(403)
    await stop()
  })

  test('a host that is none is refused', async () => {
    await start()
    for (const host of ['neighbour.sustainable-tech.localhost@example.net', 'localhost/x', 'localhost?x', 'localhost#x', 'local host'])
      expect((await call(host, '/api/site')).status, host).toBe(400)
    await stop()
  })

  test('behind a proxy that tells the host apart, a kept page is the right site’s', async () => {
    await start('https://example.org')
    const at = (host: string) => call('example.org', '/about', { headers: { 'x-forwarded-host': host } })
    for (let round = 0; round < 3; round++) {
      expect(titleOf(await call('example.org', '/about'))).toContain('Net Zero')
      expect(titleOf(await at('neighbour.sustainable-tech.example.org'))).toContain('Neighbour')
      expect((await at('nobody.sustainable-tech.example.org')).status).toBe(404)
    }
    await stop()
  })

  test('API-DEP-01 who writes addresses into the list of a proxy is still one address', async () => {
    await start('https://example.org')
    const from = (first: string) =>
      call('example.org', '/api/deployment', { body: {}, headers: { 'x-forwarded-for': `${first}, 10.7.0.1` } })
    const statuses: number[] = []
    for (let round = 0; round < 11; round++) statuses.push((await from(`192.0.2.${round}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    await stop()
  })
})
