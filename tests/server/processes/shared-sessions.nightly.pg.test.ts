/** Sessions cached by each of two processes: ending one at either process ends it at the other. */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { cookieOf, startServerGroup, type ServerGroup } from '#tests/support/server-group.ts'

/** The requirement is 200 ms on an idle machine. */
const SOON = { timeout: 60_000, interval: 5 }
const PASSWORD = 'otter-under-slate'

let group: ServerGroup
let admin: string
beforeAll(async () => {
  group = await startServerGroup(inject('databaseUrl'), 2, { CONTENT: 'demo' })
  admin = await group.signInAdmin()
})
afterAll(() => group.close())

const sessionOf = (cookies: string) => /session=[^;]+/.exec(cookies)?.[0] ?? ''
async function signUp() {
  const username = `m${crypto.randomUUID().slice(0, 8)}`
  const body = { username, email: `${username}@example.org`, password: PASSWORD, displayName: username }
  const response = await group.ask(0, '/api/sign-up', { body })
  expect(response.status, response.text).toBe(201)
  return { username, cookie: sessionOf(cookieOf(response)) }
}
const signIn = async (username: string) => {
  const response = await group.ask(1, '/api/sign-in', { body: { username, password: PASSWORD } })
  expect(response.status, response.text).toBe(200)
  return sessionOf(cookieOf(response))
}
/** Returns the session of the cookie as JSON text. */
const sessionAt = async (at: number, cookie: string) => (await group.ask(at, '/api/session', { cookie })).text
/** Requests the session at both processes until it is cached. */
async function settle(cookie: string, username: string) {
  for (const at of [0, 1, 0, 1, 0, 1]) expect(await sessionAt(at, cookie)).toContain(username)
}
const idOf = async (username: string) =>
  (await group.sql<{ id: number }>('select id from site_main.users where username = $1', [username]))[0]?.id

test('a sign-out at one process ends the session at the other', async () => {
  const { cookie, username } = await signUp()
  await settle(cookie, username)
  const left = await group.ask(0, '/api/sign-out', { cookie, body: {} })
  expect(left.status).toBeLessThan(300)
  // At once with the cookies of the response, and with the old session cookie plus the marker.
  expect(await sessionAt(1, cookieOf(left))).not.toContain(username)
  expect(await sessionAt(1, `${cookie}; fresh=1`)).not.toContain(username)
  await vi.waitFor(async () => expect(await sessionAt(1, cookie)).not.toContain(username), SOON)
  expect(await sessionAt(0, cookie)).not.toContain(username)
})

test('a password change ends the other sessions', async () => {
  const { cookie, username } = await signUp()
  const other = await signIn(username)
  for (const one of [cookie, other]) await settle(one, username)
  const body = { currentPassword: PASSWORD, newPassword: 'heron-over-granite' }
  const changed = await group.ask(0, '/api/me/password', { cookie, body })
  expect(changed.status, changed.text).toBeLessThan(300)
  await vi.waitFor(async () => expect(await sessionAt(1, other)).not.toContain(username), SOON)
  expect(await sessionAt(0, other)).not.toContain(username)
  expect(await sessionAt(1, cookieOf(changed))).toContain(username)
})

const change = async (username: string, body: object) => {
  const response = await group.ask(0, `/api/users/${await idOf(username)}`, { method: 'PATCH', cookie: admin, body })
  expect(response.status, response.text).toBe(200)
}

test('a restriction and its removal apply at the other process', async () => {
  const { cookie, username } = await signUp()
  for (const isRestricted of [true, false]) {
    await settle(cookie, username)
    await change(username, { isRestricted })
    await vi.waitFor(async () => expect(await sessionAt(1, cookie)).toContain(`"isRestricted":${isRestricted}`), SOON)
    const posted = await group.ask(1, '/api/forum-replies', { cookie, body: { content: 'May I?', forumId: 1 } })
    expect(posted.status).toBe(isRestricted ? 403 : 201)
  }
})

test('a revoked administrator role is gone at the other process, at once for privileged calls', async () => {
  const { username } = await signUp()
  await change(username, { isAdmin: true })
  const cookie = await signIn(username)
  for (const at of [0, 1, 0, 1]) expect(await sessionAt(at, cookie)).toContain('"isAdmin":true')
  expect((await group.ask(1, '/api/admin/settings', { cookie })).status).toBe(200)
  await change(username, { isAdmin: false })
  expect((await group.ask(1, '/api/admin/settings', { cookie })).status).toBeGreaterThanOrEqual(401)
  await vi.waitFor(async () => expect(await sessionAt(1, cookie)).not.toContain('"isAdmin":true'), SOON)
})

test('writes of others do not affect a cached session', async () => {
  const [ada, ben] = [await signUp(), await signUp()]
  await settle(ada.cookie, ada.username)
  await settle(ben.cookie, ben.username)
  expect((await group.ask(0, '/api/sign-out', { cookie: ben.cookie, body: {} })).status).toBeLessThan(300)
  await vi.waitFor(async () => expect(await sessionAt(1, ben.cookie)).not.toContain(ben.username), SOON)
  for (const at of [0, 1]) expect(await sessionAt(at, ada.cookie)).toContain(ada.username)
})

test('a process without its change connection reads sessions from the database', async () => {
  const { cookie, username } = await signUp()
  await settle(cookie, username)
  const server = new pg.Client({ connectionString: inject('databaseUrl') })
  await server.connect()
  const database = new URL(group.databaseUrl).pathname.slice(1)
  try {
    await server.query(`alter database ${database} with allow_connections false`)
    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'netzero changes'`,
      [database],
    )
    expect((await group.ask(0, '/api/sign-out', { cookie, body: {} })).status).toBeLessThan(300)
    // The process notices the lost connection a moment later, and cannot receive the other's notification any more.
    await vi.waitFor(async () => expect(await sessionAt(1, cookie)).not.toContain(username), SOON)
  } finally {
    await server.query(`alter database ${database} with allow_connections true`)
    await server.end()
  }
})
