/** Starts a server with demo content and some user data, so that no back-office list is empty. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, request, type APIRequestContext } from '@playwright/test'
import { removeData, startServer } from '#tests/support/running-server.ts'

const ADMIN_PASSWORD = 'lagged-boiler-at-dawn'
const ENV = {
  TRUST_PROXY: 'true',
  ADMIN_USERNAME: 'keeper',
  ADMIN_PASSWORD,
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'stop-clock.ts')).href}`,
}
const STATES = join(import.meta.dirname, '../../test-results/pictures-people')
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const VISITED = ['/', '/articles', '/articles/winter-range', '/products', '/products/hearthstone-keep-10', '/forum', '/forum/1', '/about']

export type Person = 'member' | 'administrator'
/** Path of the person's Playwright storage state, written once the server runs. */
export const stateOf = (person: Person) => join(STATES, `${person}.json`)

export default async function setup() {
  const first = await startServer(ENV)
  await addUserData(first.url)
  // View counts are saved on shutdown. No more are counted from here on, as screenshots are taken with a bot's user agent.
  await first.stop()
  const server = await startServer({ ...ENV, DATA_DIR: first.dataDir })
  process.env['E2E_URL'] = server.url
  await saveSignedInStates(server.url)
  return async () => {
    const code = await server.stop()
    removeData(server.dataDir)
    if (code !== 0 || /"level":(50|60)/.test(server.output())) throw new Error(`The server logged an error:\n${server.output()}`)
  }
}

const callerAt = (baseURL: string, ipAddress: string) =>
  request.newContext({ baseURL, userAgent: BROWSER, extraHTTPHeaders: { 'x-forwarded-for': ipAddress } })

async function addUserData(url: string): Promise<void> {
  const administrator = await logIn(url)
  expect((await administrator.patch('/api/admin/settings', { data: { analytics: true } })).status()).toBe(200)
  const visitor = await callerAt(url, '10.0.0.1')
  for (const path of VISITED) expect((await visitor.get(path, { headers: { accept: 'text/html' } })).status()).toBe(200)
  await post(visitor, '/api/newsletter', { email: 'reader@example.org' })
  const [product] = (await (await visitor.get('/api/products?perPage=1')).json()) as { id: number }[]
  const enquiry = { email: 'ada@example.org', phone: '01632 960123', address: '1 The Row', productId: product?.id }
  await post(visitor, '/api/enquiries', { ...enquiry, name: 'Ada Row' })
  const { id } = (await post(visitor, '/api/enquiries', { ...enquiry, name: 'Bea Row' })) as { id: number }
  await post(await callerAt(url, '10.0.0.2'), '/api/sign-up', MEMBER)
  expect((await administrator.delete(`/api/enquiries/${id}`, { data: {} })).status()).toBe(200)
}

const MEMBER = { username: 'walker', email: 'walker@example.org', password: 'seven-slow-herons' }

async function saveSignedInStates(url: string): Promise<void> {
  mkdirSync(STATES, { recursive: true })
  const member = await callerAt(url, '10.0.0.2')
  await post(member, '/api/sign-in', { username: MEMBER.username, password: MEMBER.password })
  await member.storageState({ path: stateOf('member') })
  await (await logIn(url)).storageState({ path: stateOf('administrator') })
}

async function logIn(url: string): Promise<APIRequestContext> {
  const administrator = await callerAt(url, '10.0.0.3')
  await post(administrator, '/api/admin/login', { username: 'keeper', password: ADMIN_PASSWORD })
  return administrator
}

async function post(caller: APIRequestContext, path: string, data: object): Promise<unknown> {
  const response = await caller.post(path, { data })
  expect(response.ok(), `POST ${path}: ${await response.text()}`).toBe(true)
  return response.json()
}
