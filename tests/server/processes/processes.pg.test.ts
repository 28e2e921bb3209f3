/** Two processes on one PostgreSQL server: a write acknowledged by one is visible at the other. */
import { NO_NEWCOMER_LIMITS } from '#features/trust/trust.policy.ts'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { testAtNight } from '#tests/support/at-night.ts'
import { cookieOf, startServerGroup, type RequestOptions, type ServerGroup } from '#tests/support/server-group.ts'

/** The requirement is 200 ms on an idle machine; a test machine has other load. `npm run bench` measures the time. */
const SOON = { timeout: 60_000, interval: 5 }

let group: ServerGroup
let admin: string
beforeAll(async () => {
  group = await startServerGroup(inject('databaseUrl'), 2, { CONTENT: 'demo' })
  admin = await group.signInAdmin()
  // Members post faster than people.
  await ask(0, '/api/admin/settings', { method: 'PATCH', cookie: admin, body: { newcomers: NO_NEWCOMER_LIMITS } })
})
afterAll(() => group.close())

const ask = (at: number, path: string, asked?: RequestOptions) => group.ask(at, path, asked)
/** Reads as a visitor, whose responses may come from the cache. */
const read = async (at: number, path: string) => (await ask(at, path)).text

async function signUp(): Promise<{ cookie: string; username: string }> {
  const username = `m${crypto.randomUUID().slice(0, 8)}`
  const response = await ask(0, '/api/sign-up', {
    body: { username, email: `${username}@example.org`, password: 'otter-under-slate', displayName: username },
  })
  expect(response.status, response.text).toBe(201)
  return { cookie: cookieOf(response), username }
}

describe('cached responses', () => {
  test('of pages, calls and page data are invalidated at the other process', async () => {
    const content = `Words of ${crypto.randomUUID()}`
    for (const path of ['/forum/1', '/api/forum-replies/1']) expect(await read(1, path)).not.toContain(content)
    expect((await ask(0, '/api/forum-replies', { cookie: admin, body: { content, forumId: 1 } })).status).toBe(201)
    await vi.waitFor(async () => {
      for (const path of ['/forum/1', '/api/forum-replies/1']) expect(await read(1, path)).toContain(content)
    }, SOON)
  })

  test('the author reads their own write at once from any process', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const content = `Turn ${crypto.randomUUID()}`
      await read(1, '/forum/2')
      const response = await ask(0, '/api/forum-replies', { body: { content, forumId: 2 }, clientIp: `10.3.0.${turn}` })
      expect(response.status).toBe(201)
      expect((await ask(1, '/forum/2', { cookie: cookieOf(response) })).text).toContain(content)
    }
  })

  test('settings and feature switches apply at every process', async () => {
    const set = (body: object) => ask(0, '/api/admin/settings', { method: 'PATCH', cookie: admin, body })
    expect(await read(1, '/')).toContain('Net Zero')
    expect((await set({ name: 'Another Name' })).status).toBe(200)
    await vi.waitFor(async () => expect(await read(1, '/')).toContain('Another Name'), SOON)
    const { features } = (await ask(0, '/api/admin/settings', { cookie: admin })).json
    expect((await ask(1, '/forum')).status).toBe(200)
    expect((await set({ features: { ...features, forums: false } })).status).toBe(200)
    await vi.waitFor(async () => expect((await ask(1, '/forum')).status).toBe(404), SOON)
    expect((await set({ name: 'Net Zero', features })).status).toBe(200)
    await vi.waitFor(async () => expect((await ask(1, '/forum')).status).toBe(200), SOON)
  })

  test('a webhook created at one process receives events of the other', async () => {
    const reply = async (at: number) => {
      const asked = { cookie: admin, body: { content: `Event ${crypto.randomUUID()}`, forumId: 4 } }
      expect((await ask(at, '/api/forum-replies', asked)).status).toBe(201)
    }
    // Both processes have cached that there is no webhook.
    for (const at of [0, 1]) await reply(at)
    const body = { url: 'https://example.org/hook', events: ['reply.created'] }
    const hook = await ask(0, '/api/admin/webhooks', { cookie: admin, body })
    expect(hook.status, hook.text).toBe(201)
    await reply(0)
    const path = `/api/admin/webhooks/${hook.json.id}`
    const deliveries = async () => (await ask(0, `${path}/deliveries`, { cookie: admin })).json
    expect(await deliveries()).toHaveLength(1)
    await vi.waitFor(async () => {
      await reply(1)
      expect((await deliveries()).length).toBeGreaterThan(1)
    }, SOON)
    expect((await ask(0, path, { method: 'DELETE', cookie: admin, body: {} })).status).toBe(200)
  })

  test('a lost change connection is reopened, and writes from the gap become visible', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const content = `Meanwhile ${crypto.randomUUID()}`
      await read(1, '/forum/3')
      await group.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'netzero changes'`,
      )
      expect((await ask(0, '/api/forum-replies', { cookie: admin, body: { content, forumId: 3 } })).status).toBe(201)
      await vi.waitFor(async () => expect(await read(1, '/forum/3')).toContain(content), SOON)
    }
  })
})

describe('changes without a notification', () => {
  const isShown = (at: number, path: string, content: string) =>
    vi.waitFor(async () => expect(await read(at, path)).toContain(content), SOON)
  const changeTopic = (content: string, counted: string) =>
    group.sql(`begin; update site_main.topics set content = '${content}' where id = 6; ${counted} commit`)

  test('of a process that ended right after its commit are detected from the counters', async () => {
    for (const at of [0, 1]) await read(at, '/api/forums/6')
    const content = `Unannounced ${crypto.randomUUID()}`
    // What a process does up to its commit, without the notification.
    await changeTopic(content, `select nextval('site_main.change_counter'), nextval('public.netzero_change_counter');`)
    for (const at of [0, 1]) await isShown(at, '/api/forums/6', content)
    // It is detected once; later writes are announced as before.
    const next = `Announced ${crypto.randomUUID()}`
    expect((await ask(0, '/api/forum-replies', { cookie: admin, body: { content: next, forumId: 6 } })).status).toBe(201)
    await isShown(1, '/api/forum-replies/6', next)
  })

  testAtNight('are published by the writer when the change connection is lost', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const content = `Cut off ${crypto.randomUUID()}`
      await read(1, '/api/forum-replies/6')
      const write = ask(0, '/api/forum-replies', { cookie: admin, body: { content, forumId: 6 } })
      await group.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'netzero changes'`,
      )
      expect((await write).status).toBe(201)
      await isShown(1, '/api/forum-replies/6', content)
    }
  })
})

describe('sessions and limits', () => {
  test('sign-in and sign-out at one process apply at the other', async () => {
    const { cookie, username } = await signUp()
    const usernameAt = async (at: number) => (await ask(at, '/api/session', { cookie })).json?.user?.username ?? null
    for (const at of [0, 1]) expect(await usernameAt(at)).toBe(username)
    expect((await ask(1, '/api/sign-out', { cookie, body: {} })).status).toBeLessThan(300)
    for (const at of [0, 1]) expect(await usernameAt(at)).toBeNull()
  })

  test('a member reads their own writes at either process, until the session ends at either', async () => {
    const { cookie: all, username } = await signUp()
    const cookie = /session=[^;]+/.exec(all)?.[0] ?? ''
    const textAt = async (at: number, path: string, with_ = cookie) => (await ask(at, path, { cookie: with_ })).text
    // The second response comes from the cache.
    for (const at of [0, 1, 0, 1]) expect(await textAt(at, '/api/session')).toContain(`"username":"${username}"`)
    const content = `Signed ${crypto.randomUUID()}`
    for (const at of [0, 1]) expect(await textAt(at, '/forum/5')).not.toContain(content)
    const written = await ask(0, '/api/forum-replies', { cookie, body: { content, forumId: 5 } })
    expect(written.status).toBe(201)
    expect(cookieOf(written)).toBe('fresh=1')
    expect(await textAt(1, '/forum/5', `${cookie}; ${cookieOf(written)}`)).toContain(content)
    expect((await ask(0, '/api/me', { method: 'PATCH', cookie, body: { displayName: 'Ada Reed' } })).status).toBe(200)
    await vi.waitFor(async () => expect(await textAt(1, '/api/session')).toContain('"displayName":"Ada Reed"'), SOON)
    expect((await ask(1, '/api/sign-out', { cookie, body: {} })).status).toBeLessThan(300)
    for (const at of [0, 1]) expect(await textAt(at, '/api/session')).not.toContain(username)
  })

  test('rate limits are counted together', async () => {
    const body = { content: 'Once more', forumId: 4 }
    const clientIp = '10.9.9.9'
    const statuses: number[] = []
    for (let turn = 0; turn < 42; turn += 1) statuses.push((await ask(turn % 2, '/api/forum-replies', { body, clientIp })).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(40)
    expect(statuses.slice(-2)).toEqual([429, 429])
  })

  test('password guesses from one network are limited at both', async () => {
    const { username } = await signUp()
    const guess = (at: number) => ask(at, '/api/sign-in', { body: { username, password: 'wrong-and-wrong' }, clientIp: '10.9.8.7' })
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn += 1) statuses.push((await guess(turn % 2)).status)
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect((await Promise.all([guess(0), guess(1)])).map(({ status }) => status)).toEqual([429, 429])
  })
})

describe('tenant sites', () => {
  const launch = (at: number, siteName: string, key: string = crypto.randomUUID()) =>
    ask(at, '/api/deployment', { body: { siteName, content: 'empty' }, headers: { 'idempotency-key': key } })

  testAtNight('the same launch requested from two processes at once creates one site', async () => {
    const key = crypto.randomUUID()
    const responses = await Promise.all([0, 1, 0, 1].map((at) => launch(at, 'Once Only', key)))
    expect(new Set(responses.map(({ json }) => json?.id)).size).toBe(1)
    expect(await group.sql(`select count(*)::int as n from site_main.launches where slug like 'once-only%'`)).toEqual([{ n: 1 }])
  })

  test('a launch, suspension, resumption and deletion at one process apply at the other', async () => {
    const host = 'follow-me.sustainable-tech.localhost'
    const home = async () => {
      const { status, text } = await ask(1, '/', { host })
      return `${status} ${/<title>([^<]*)/.exec(text)?.[1]}`
    }
    expect(await home()).not.toContain('Follow Me')
    expect((await launch(0, 'Follow Me')).status).toBe(201)
    await vi.waitFor(async () => expect(await home()).toMatch(/^200 Follow Me/), SOON)
    const [row] = await group.sql<{ id: number }>(`select id from site_main.launches where slug = 'follow-me'`)
    const change = (verb: string, method = 'POST') =>
      ask(0, `/api/admin/sites/${row?.id}${verb}`, { cookie: admin, method, ...(method === 'POST' ? { body: {} } : {}) })
    expect((await change('/suspend')).status).toBeLessThan(300)
    await vi.waitFor(async () => expect(await home()).toMatch(/^503/), SOON)
    expect((await change('/resume')).status).toBeLessThan(300)
    await vi.waitFor(async () => expect(await home()).toMatch(/^200 Follow Me/), SOON)
    expect((await change('/suspend')).status).toBeLessThan(300)
    const deleted = await ask(0, `/api/admin/sites/${row?.id}`, { cookie: admin, method: 'DELETE', body: { name: 'Follow Me' } })
    expect(deleted.status, deleted.text).toBeLessThan(300)
    await vi.waitFor(async () => expect(await home()).not.toMatch(/Follow Me|^503/), SOON)
  })
})

testAtNight('a view is counted once, at whichever process', async () => {
  const posted = await ask(0, '/api/forums', { cookie: admin, body: { title: 'Looked at', content: 'Words', categoryId: 1 } })
  const { id } = posted.json
  for (const at of [0, 1, 1, 0]) await ask(at, `/forum/${id}`, { clientIp: '10.7.7.7' })
  await ask(1, `/forum/${id}`, { clientIp: '10.7.7.8' })
  // Counts are flushed at the latest when a process stops.
  for (const server of group.servers) expect(await server.stop()).toBe(0)
  expect(await group.sql('select views from site_main.topics where id = $1', [id])).toEqual([{ views: 2 }])
})
