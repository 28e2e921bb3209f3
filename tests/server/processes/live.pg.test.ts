/** Live updates with several processes: a write at one process reaches the open pages of the others. */
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { readEvents, waitForEvents, type EventReader } from '#tests/support/event-stream.ts'
import { cookieOf, startServerGroup, type ServerGroup } from '#tests/support/server-group.ts'

const TIMEOUT_MS = 60_000
const TOKEN = 'a-token-of-the-collectors-own-12345'

let group: ServerGroup
let admin: string
const readers: EventReader[] = []
let addressCount = 0

beforeAll(async () => {
  group = await startServerGroup(inject('databaseUrl'), 2, { CONTENT: 'demo', METRICS_TOKEN: TOKEN })
  admin = await group.signInAdmin()
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(() => group.close())

async function open(at: number, topicId: number, cookie?: string): Promise<EventReader> {
  addressCount += 1
  const headers = { 'x-forwarded-for': `10.5.0.${addressCount}`, ...(cookie === undefined ? {} : { cookie }) }
  const reader = await readEvents(`${group.servers[at]?.url}/api/live?topic=${topicId}`, headers)
  readers.push(reader)
  expect(reader.status).toBe(200)
  return reader
}

async function signUp(): Promise<string> {
  const username = `m${crypto.randomUUID().slice(0, 8)}`
  const body = { username, email: `${username}@example.org`, password: 'otter-under-slate', displayName: username }
  const response = await group.ask(0, '/api/sign-up', { body })
  expect(response.status, response.text).toBe(201)
  return cookieOf(response)
}

const reply = async (at: number, topicId: number, cookie?: string) => {
  const body = { content: `Words ${crypto.randomUUID()}`, forumId: topicId }
  const { status, json, text } = await group.ask(at, '/api/forum-replies', { body, ...(cookie === undefined ? {} : { cookie }) })
  expect(status, text).toBe(201)
  return json.id as number
}

test('replies and votes reach the pages at both processes once, in order', async () => {
  const member = await signUp()
  const streams = [await open(0, 5), await open(1, 5), await open(1, 5, member)]
  const ids: number[] = []
  for (let turn = 0; turn < 6; turn += 1) {
    ids.push(await reply(turn % 2, 5))
    for (const stream of streams) await waitForEvents(stream, turn + 1, TIMEOUT_MS)
  }
  const vote = await group.ask(0, '/api/votes', { cookie: member, body: { subject: 'reply', id: ids[0], value: 1 } })
  expect(vote.status, vote.text).toBe(200)
  for (const stream of streams) {
    const events = await waitForEvents(stream, ids.length + 1, TIMEOUT_MS)
    expect(events.slice(0, -1).map(({ event, data }) => [event, data.replyId])).toEqual(ids.map((id) => ['reply', id]))
    expect(events.at(-1)).toMatchObject({ event: 'vote', data: { subject: 'reply', id: ids[0], upvotes: 1 } })
  }
})

test('a decision at one process is a notice at the other, and signing out there ends the stream here', async () => {
  const member = await signUp()
  const id = await reply(0, 6, member)
  const [own, other] = [await open(1, 6, member), await open(1, 6)]
  const decision = { method: 'PATCH', cookie: admin, body: { status: 'hidden', reason: 'This is an advertisement.' } }
  expect((await group.ask(0, `/api/forum-replies/${id}`, decision)).status).toBe(200)
  expect(await waitForEvents(own, 1, TIMEOUT_MS)).toEqual([{ event: 'notice', data: { unread: 1 } }])
  expect((await group.ask(0, '/api/sign-out', { method: 'POST', cookie: member, body: {} })).status).toBe(200)
  await vi.waitFor(() => expect(own.isEnded()).toBe(true), { timeout: TIMEOUT_MS, interval: 10 })
  expect(other.isEnded()).toBe(false)
  expect(other.events()).toEqual([])
})

test('the metrics of a process contain its open streams', async () => {
  await open(1, 7)
  await open(1, 7)
  const { text } = await group.ask(1, '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(/^live_streams\{[^}]*\} (\d+)$/m.exec(text)?.[1]).toBe('2')
})

test('writes while the change connection is lost end the streams, so that browsers refetch', async () => {
  const stream = await open(1, 8)
  await vi.waitFor(
    async () => {
      await group.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'netzero changes'`,
      )
      await reply(0, 8)
      expect(stream.isEnded() || stream.events().length > 0).toBe(true)
    },
    { timeout: TIMEOUT_MS, interval: 50 },
  )
})

test('stopping a process ends its streams at once', async () => {
  const stream = await open(1, 9)
  expect(await group.servers[1]?.stop()).toBe(0)
  expect(stream.isEnded()).toBe(true)
})
