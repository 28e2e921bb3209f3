// Daily on PostgreSQL too: the keys of written rows come from the database.
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setQueryObserver } from '#db/query-observer.ts'
import { openSession } from '#features/accounts/sessions/session.service.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { DEFAULT_LIMITS } from '#platform/config/limit-settings.ts'
import { readEvents, waitForEvents, type EventReader } from '#tests/support/event-stream.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'

interface Person extends Viewer {
  cookie: string
}

let opened: TestSites
let app: FastifyInstance
let url: string
let ctx: Context
let [ada, ben, admin]: Person[] = []
let topicId: number
const readers: EventReader[] = []
let addressCount = 0

beforeAll(async () => {
  opened = await openTestSites({ content: 'empty' })
  const limits = { ...DEFAULT_LIMITS, live: { perSite: 12, perNetwork: 3 }, overload: OFF }
  ;({ app } = await buildTestApp({ sites: singleSiteDirectory(opened.main), limits }))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  ctx = { site: opened.main, db: opened.main.db, viewer: null, log: app.log }
})
afterAll(async () => {
  await app.close()
  await opened.close()
})
beforeEach(async () => {
  ;[ada, ben, admin] = [await signUp(), await signUp(), await signUp(true)]
  topicId = await makeTopic(ctx, { userId: ada?.id ?? 0 })
})
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close()
})

const OFF = { delayMs: 0, utilisation: 0, heapShare: 0, memoryBytes: 0 }

async function signUp(isAdmin = false): Promise<Person> {
  const viewer = await makeUser(ctx, { isAdmin })
  let cookie = ''
  const headers = { set: (_name: string, value: string) => void (cookie = value.split(';')[0] ?? '') }
  await openSession({ ...ctx, headers, caller: { clientIp: '10.0.0.1', userAgent: 'Firefox', origin: url } }, viewer)
  return { ...viewer, cookie }
}

const newAddress = () => `10.8.${(addressCount += 1) >> 8}.${addressCount & 255}`

async function open(query: string, person?: Person, address = newAddress()): Promise<EventReader> {
  const reader = await readEvents(`${url}/api/live${query}`, { 'x-forwarded-for': address, ...(person ? { cookie: person.cookie } : {}) })
  readers.push(reader)
  return reader
}

async function send(person: Person | undefined, method: string, path: string, body: object = {}) {
  const response = await fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': newAddress(),
      origin: url,
      ...(person ? { cookie: person.cookie } : {}),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}
const reply = (person: Person | undefined, content = `Words ${crypto.randomUUID()}`, forumId = topicId) =>
  send(person, 'POST', '/api/forum-replies', { content, forumId }) as Promise<{ id: number; status: string }>
/** Posts a reply that is a minute old when the test begins. */
async function earlierReply(): Promise<number> {
  const { id } = await reply(ada)
  const createdAt = new Date(Date.now() - 60_000).toISOString()
  await ctx.db.updateTable('replies').set({ created_at: createdAt }).where('id', '=', id).execute()
  return id
}
const vote = (person: Person | undefined, subject: string, id: number, value: number) =>
  send(person, 'POST', '/api/votes', { subject, id, value })

/** Waits for an event that is sent after all earlier ones. */
async function sendLast(reader: EventReader) {
  const { id } = await reply(ben, `Last ${crypto.randomUUID()}`)
  await vi.waitFor(() => expect(reader.events().some(({ data }) => data.replyId === id)).toBe(true), { timeout: 10_000, interval: 10 })
  return id
}

describe('a topic’s stream', () => {
  test('sends every new reply once, in order, to all open pages', async () => {
    const streams = await Promise.all([open(`?topic=${topicId}`), open(`?topic=${topicId}`, ada), open(`?topic=${topicId}`, ben)])
    const ids: number[] = []
    for (const person of [ada, ben, undefined]) ids.push((await reply(person)).id)
    for (const stream of streams) {
      const events = (await waitForEvents(stream, 3)).filter(({ event }) => event === 'reply')
      expect(events.map(({ data }) => data.replyId)).toEqual(ids)
      expect(events.at(-1)?.data).toEqual({ topicId, replyId: ids.at(-1), replyCount: 3 })
    }
  })

  test('sends the counts of votes on the topic and on its replies', async () => {
    const { id } = await reply(ada)
    const stream = await open(`?topic=${topicId}`)
    await vote(ben, 'topic', topicId, 1)
    await waitForEvents(stream, 1)
    await vote(ben, 'reply', id, -1)
    const votes = (await waitForEvents(stream, 2)).filter(({ event }) => event === 'vote')
    expect(votes.map(({ data }) => data)).toEqual([
      { topicId, subject: 'topic', id: topicId, upvotes: 1, downvotes: 0 },
      { topicId, subject: 'reply', id, upvotes: 0, downvotes: 1 },
    ])
  })

  test('sends nothing about other topics', async () => {
    const otherId = await makeTopic(ctx, { userId: ada?.id ?? 0 })
    const stream = await open(`?topic=${topicId}`)
    await reply(ben, 'Elsewhere.', otherId)
    await vote(ben, 'topic', otherId, 1)
    const lastId = await sendLast(stream)
    expect(stream.events().map(({ data }) => data.replyId)).toEqual([lastId])
  })

  test('sends a waiting reply only when it has been approved', async () => {
    const stream = await open(`?topic=${topicId}`)
    const waiting = await reply(undefined, 'See https://example.com/offer for more.')
    expect(waiting.status).toBe('waiting')
    const firstId = await sendLast(stream)
    expect(stream.events().map(({ data }) => data.replyId)).toEqual([firstId])
    await send(admin, 'PATCH', `/api/forum-replies/${waiting.id}`, { status: 'visible' })
    const events = await waitForEvents(stream, 2)
    expect(events[1]).toMatchObject({ event: 'reply', data: { replyId: waiting.id, replyCount: 2 } })
  })

  test('sends nothing when a reply is hidden, shown again or edited', async () => {
    const id = await earlierReply()
    const stream = await open(`?topic=${topicId}`)
    const newId = await sendLast(stream)
    for (const change of [{ status: 'hidden' }, { status: 'visible' }, { content: 'Edited.' }])
      await send(admin, 'PATCH', `/api/forum-replies/${newId}`, change)
    for (const change of [{ content: 'Edited.' }, { status: 'hidden' }]) await send(admin, 'PATCH', `/api/forum-replies/${id}`, change)
    const lastId = await sendLast(stream)
    expect(stream.events().map(({ data }) => data.replyId)).toEqual([newId, lastId])
  })

  test('sends nothing about a hidden topic', async () => {
    const id = await earlierReply()
    const stream = await open(`?topic=${topicId}`)
    await send(admin, 'PATCH', `/api/forums/${topicId}`, { status: 'hidden' })
    await ctx.db.updateTable('replies').set({ upvotes: 5 }).where('id', '=', id).execute()
    await send(admin, 'PATCH', `/api/forum-replies/${id}`, { content: 'Edited.' })
    await send(admin, 'PATCH', `/api/forums/${topicId}`, { status: 'visible' })
    const lastId = await sendLast(stream)
    expect(stream.events().map(({ data }) => data.replyId)).toEqual([lastId])
  })

  test('reads rows once per event, and none per open page', async () => {
    const statements: string[] = []
    const before = setQueryObserver((sql) => void statements.push(sql))
    try {
      const streams = await Promise.all(Array.from({ length: 10 }, () => open(`?topic=${topicId}`)))
      expect(statements).toEqual([])
      await reply(ada)
      await Promise.all(streams.map((stream) => waitForEvents(stream, 1)))
      const ofEvent = statements.filter((sql) => /^select .*(reply_count|visibleSince)/.test(sql))
      expect(ofEvent).toHaveLength(2)
    } finally {
      setQueryObserver(before)
    }
  })
})

describe('notices', () => {
  test('of a decision arrive at the member’s own streams only, with the number of unread ones', async () => {
    const { id } = await reply(ada)
    const own = [await open('', ada), await open(`?topic=${topicId}`, ada)]
    const others = [await open(`?topic=${topicId}`, ben), await open(`?topic=${topicId}`), await open('', admin)]
    await send(admin, 'PATCH', `/api/forum-replies/${id}`, { status: 'hidden', reason: 'This is an advertisement.' })
    for (const stream of own) expect(await waitForEvents(stream, 1)).toEqual([{ event: 'notice', data: { unread: 1 } }])
    await send(ada, 'POST', '/api/me/notices/read')
    for (const stream of own) expect((await waitForEvents(stream, 2))[1]).toEqual({ event: 'notice', data: { unread: 0 } })
    for (const stream of others) expect(stream.events()).toEqual([])
  })
})

describe('access', () => {
  test('visitors need a topic', async () => {
    const reader = await open('')
    expect(reader.status).toBe(401)
  })

  test('the stream is neither stored nor buffered', async () => {
    const { status, headers, text } = await open(`?topic=${topicId}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['x-request-id']).toBeDefined()
    await vi.waitFor(() => expect(text()).toMatch(/^retry: \d+\n\n$/))
  })

  test('HEAD gets the headers alone', async () => {
    const { status, headers } = await fetch(`${url}/api/live?topic=${topicId}`, { method: 'HEAD' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream')
  })

  test('404 while the forum is switched off', async () => {
    const { features } = opened.main.settings
    opened.main.settings.features = { ...features, forums: false }
    const reader = await open(`?topic=${topicId}`)
    opened.main.settings.features = features
    expect(reader.status).toBe(404)
  })

  test('signing out ends the member’s streams, and no others', async () => {
    const [own, other] = [await open(`?topic=${topicId}`, ada), await open(`?topic=${topicId}`, ben)]
    await send(ada, 'POST', '/api/sign-out')
    await vi.waitFor(() => expect(own.isEnded()).toBe(true))
    expect(other.isEnded()).toBe(false)
  })

  test('restricting or closing an account ends its streams', async () => {
    const [ofAda, ofBen] = [await open('', ada), await open('', ben)]
    await send(admin, 'PATCH', `/api/users/${ada?.id}`, { isRestricted: true })
    await vi.waitFor(() => expect(ofAda.isEnded()).toBe(true))
    expect(ofBen.isEnded()).toBe(false)
    await send(admin, 'DELETE', `/api/users/${ben?.id}`)
    await vi.waitFor(() => expect(ofBen.isEnded()).toBe(true))
  })
})

describe('limits', () => {
  test('a network has a maximum of streams, and gets them back', async () => {
    const address = newAddress()
    const first = await open(`?topic=${topicId}`, undefined, address)
    for (let count = 1; count < 3; count += 1) expect((await open(`?topic=${topicId}`, undefined, address)).status).toBe(200)
    const refused = await open(`?topic=${topicId}`, undefined, address)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    first.close()
    await vi.waitFor(async () => expect((await open(`?topic=${topicId}`, undefined, address)).status).toBe(200))
  })

  test('a site has a maximum of streams', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 13; count += 1) statuses.push((await open(`?topic=${topicId}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 503])
  })
})
