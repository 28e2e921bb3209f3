/** Tests permissions: every endpoint is called as every kind of client, and every write with the ids of another member's items. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '#app/registry.ts'
import { EVENT_STREAM, type Endpoint } from '#platform/contract/endpoint.ts'
import { StoredState } from '#tests/fuzz/stored-state.ts'
import { silentLog } from '#tests/support/test-installation.ts'
import { signIn } from '#tests/support/test-site.ts'
import { WRITE_CALLS } from './all-calls.ts'
import { MARK, NEXT_ID, NEXT_SLUG, openNextSite, type NextSite } from './next-site.ts'
import { createPrivateData, PRIVATE_MARK } from './private-data.ts'
import { callAs, createOutsiders, SESSION_ENDED, SIGN_IN_NEEDED, type Outsider, type Refusal } from './outsiders.ts'
import { replaceIds, replaceKeys } from './other-inputs.ts'
import { openWorld, type Actor, type Reply, type World } from './world.ts'
import type { CallInput, WriteCall } from './write-call.ts'
import { PUBLIC_WRITES } from './public-writes.ts'

/** Tables that a rejected call may write: counters, and the audit entry about a member who called an administrators' endpoint. */
const COUNTERS = new Set([
  'rate_limits',
  'sign_in_failures',
  'quota_counts',
  'visits',
  'daily_salts',
  'audit_entries',
  'page_views',
  'page_visitors',
])
const OUTSIDERS = [
  'a visitor',
  'a visitor who claims a role',
  'a client with an invented session',
  'an administrator of another site',
  'an administrator whose session has ended',
  'an administrator whose session has expired',
  'an administrator whose account is closed',
  'a member',
  'a restricted member',
  'a former administrator',
  'an administrator without the second factor that is demanded',
] as const

/** Streams do not end; live.test.ts tests them. */
const endpoints = apiRoutes.map(({ endpoint }) => endpoint).filter(({ contentType }) => contentType !== EVENT_STREAM)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const isWrite = ({ method }: Endpoint) => method !== 'GET'

let world: World
let next: NextSite
let outsiders: Outsider[]
let stored: StoredState
let nextStored: StoredState
beforeAll(async () => {
  world = await openWorld()
  next = await openNextSite(world)
  outsiders = await createOutsiders(world, next.site)
  stored = new StoredState(world.site)
  nextStored = new StoredState(next.site)
  await nextStored.findChanged()
})
afterAll(() => world.close())

const listChanges = async () => (await stored.findChanged()).filter((table) => !COUNTERS.has(table))
const refusalOf = ({ status, body }: Reply): Refusal => [status, body?.code]

/** Makes a call with placeholder parameters and an empty body, because permission must be checked before the input. */
function knock(endpoint: Endpoint, cookie: string, headers: Record<string, string> = {}): Promise<Reply> {
  const { method, path, maxFileBytes } = endpoint
  return world.send(method, fillPath(path), {
    cookie,
    headers: { ...headers, ...(maxFileBytes ? { 'content-type': 'image/png' } : {}) },
    ...(isWrite(endpoint) ? { body: maxFileBytes ? Buffer.from('x') : {} } : {}),
  })
}
const fillPath = (path: string, id = 999_999, slug = String(id)) =>
  path.replace(/:(\w+)/g, (_, name: string) => (/slug/i.test(name) ? slug : String(id)))

/** Returns the slug of an item that exists on both sites. */
const slugFor = ({ path }: Endpoint): string => (path.includes('products') ? 'wrenfield-lark-58' : 'winter-range')

test('SEC-05 only the listed writes need no session', () => {
  const open = endpoints.filter((endpoint) => isWrite(endpoint) && endpoint.access === 'public').map(({ path }) => path)
  expect(open.toSorted()).toEqual(PUBLIC_WRITES.toSorted())
})

describe('SEC-05 SEC-06 access', () => {
  test.each(OUTSIDERS)('%s is refused by every endpoint whose access does not include them', async (name) => {
    const outsider = outsiders.find((one) => one.name === name) as Outsider
    await stored.findChanged()
    const wrong: unknown[] = []
    for (const endpoint of endpoints) {
      const refusal = outsider.refusals[endpoint.access]
      if (!refusal) continue
      const reply = await callAs(world.site, outsider, () => knock(endpoint, outsider.cookie))
      const isRight = String(refusalOf(reply)) === String(refusal) && String(Object.keys(reply.body)) === 'message,code'
      if (!isRight) wrong.push([nameOf(endpoint), reply.status, reply.text])
    }
    expect(wrong).toEqual([])
    expect(await listChanges()).toEqual([])
  })

  test.each([
    ['a member', 'member'],
    ['an administrator', 'admin'],
  ] as const)('%s can read what their access includes, and nothing of another site', async (_name, role) => {
    const { cookie } = await world.createActor(role)
    const reads = endpoints.filter((endpoint) => !isWrite(endpoint) && (role === 'admin' || endpoint.access !== 'admin'))
    const wrong: unknown[] = []
    for (const endpoint of reads)
      for (const url of new Set([fillPath(endpoint.path, NEXT_ID, NEXT_SLUG), fillPath(endpoint.path, 1, slugFor(endpoint))])) {
        const reply = await world.send('GET', url, { cookie })
        const isForeign = url.includes(NEXT_SLUG) || (url.includes(String(NEXT_ID)) && endpoint.path.endsWith(':id') && !endpoint.list)
        const isRight = isForeign ? reply.status === 404 : reply.status < 500 && ![401, 403].includes(reply.status)
        if (!isRight || reply.text.includes(MARK)) wrong.push([url, reply.status, reply.text.slice(0, 200)])
      }
    expect(wrong).toEqual([])
  })
})

test('SEC-06 no read shows private data to a visitor or another member', async () => {
  const { ids, slugs } = await createPrivateData(world)
  const member = await world.createActor('member')
  const admin = await world.createActor('admin')
  const found: string[] = []
  for (const endpoint of endpoints.filter((one) => !isWrite(one)))
    for (const url of new Set([
      ...ids.map((id) => fillPath(endpoint.path, id)),
      ...slugs.map((slug) => fillPath(endpoint.path, 1, slug)),
    ])) {
      if (endpoint.access === 'admin') {
        const { status, text } = await world.send('GET', url, { cookie: admin.cookie })
        if (status === 200 && text.includes(PRIVATE_MARK)) found.push(endpoint.path)
        if (found.includes(endpoint.path)) break
        continue
      }
      for (const cookie of ['', member.cookie]) {
        const { text } = await world.send('GET', url, { cookie })
        expect(text.includes(PRIVATE_MARK) ? `${url} as ${cookie || 'visitor'}: ${text}` : '').toBe('')
      }
    }
  // The administrator must find the marks; otherwise their absence above would prove nothing.
  expect(new Set(found).size).toBeGreaterThan(12)
})

test('the marks of the other site are in its own responses', async () => {
  const { host, site } = next
  const cookie = await signIn({ site, db: site.db, log: silentLog }, { isAdmin: true })
  await nextStored.findChanged()
  const marked: string[] = []
  for (const { method, path } of endpoints.filter((endpoint) => !isWrite(endpoint))) {
    const { status, text } = await world.send(method, fillPath(path, NEXT_ID, NEXT_SLUG), { cookie, host })
    if (status === 200 && text.includes(MARK)) marked.push(path)
  }
  expect(marked.length).toBeGreaterThan(25)
  for (const path of ['/api/articles/:slug', '/api/products/:slug', '/api/forums/:id', '/api/users/:id', '/api/enquiries/:id'])
    expect(marked).toContain(path)
})

test.each<Record<string, string>>([{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }])(
  'SEC-13 a cross-site write is rejected even with an administrator’s cookie: %o',
  async (headers) => {
    const { cookie } = await world.createActor('admin')
    await stored.findChanged()
    for (const endpoint of endpoints.filter(isWrite))
      expect(refusalOf(await knock(endpoint, cookie, headers)), nameOf(endpoint)).toEqual([403, 'request.cross_site'])
    expect(await listChanges()).toEqual([])
  },
)

/** Calls with an id in the path that members may make for items of others. */
const OPEN_TO_MEMBERS = new Set(['POST /api/me/topic-watches/:topicId', 'POST /api/forums/:id/category'])
/** Idempotent calls, which succeed without changes if there is nothing to remove. */
const SUCCEEDS_WITHOUT_ROW = new Set(['DELETE /api/me/bookmarks', 'DELETE /api/me/watches'])
/** Calls that authors make for their own posts, and administrators for those of others. */
const OPEN_TO_ADMINISTRATORS = new Set([
  'PATCH /api/forums/:id',
  'DELETE /api/forums/:id',
  'PATCH /api/forum-replies/:id',
  'DELETE /api/forum-replies/:id',
  'DELETE /api/reviews/:id',
  'POST /api/forums/:id/accepted-reply',
  'DELETE /api/forums/:id/accepted-reply',
])
/** Calls that a restricted member may not make: posting, changing their posts, and voting. */
const POSTS = new Set([
  'POST /api/forums',
  'POST /api/forum-replies',
  'POST /api/forums/:id/accepted-reply',
  'DELETE /api/forums/:id/accepted-reply',
  'POST /api/reviews',
  'PATCH /api/forums/:id',
  'DELETE /api/forums/:id',
  'POST /api/forums/:id/restore',
  'PATCH /api/forum-replies/:id',
  'DELETE /api/forum-replies/:id',
  'POST /api/forum-replies/:id/restore',
  'PATCH /api/reviews/:id',
  'DELETE /api/reviews/:id',
  'POST /api/reviews/:id/restore',
  'DELETE /api/reviews/:id/pictures/:pictureId',
  'POST /api/post-pictures',
  'POST /api/reviews/:id/pictures',
  'POST /api/reviews/:id/updates',
  'DELETE /api/reviews/:id/updates/:updateId',
  'POST /api/reviews/:id/evidence',
  'POST /api/forums/:id/category',
  'POST /api/votes',
])

describe('SEC-05 a valid write', () => {
  test.each(WRITE_CALLS)('$title is rejected for others without changes', async (call) => {
    const actor = await world.createActor(call.as)
    const input = await call.input(world, actor)
    const cookie = input.cookie ?? actor.cookie
    const sendAs = (as: string, changed: CallInput = input) => world.call(call.endpoint, { cookie: as }, changed)
    await stored.findChanged()

    for (const outsider of outsiders) await rejectOutsider(call.endpoint, outsider, input, sendAs)
    for (const changed of replaceIds(input, NEXT_ID)) {
      const reply = await sendAs(cookie, changed)
      if (!SUCCEEDS_WITHOUT_ROW.has(nameOf(call.endpoint))) rejectForeignId(reply, changed)
    }
    for (const changed of call.endpoint.access === 'public' ? replaceKeys(input) : [])
      expect((await sendAs(cookie, changed)).status, JSON.stringify(changed)).toBeLessThan(500)
    expect(await listChanges()).toEqual([])

    if (call.as === 'member') await rejectOthers(call, actor, sendAs)
    const sent = call.as === 'member' ? await rejectRestricted(call, actor, sendAs) : undefined
    const { status, text } = sent ?? (await sendAs(cookie))
    expect([200, 201], text).toContain(status)
    expect((await nextStored.findChanged()).filter((table) => !COUNTERS.has(table))).toEqual([])
  })
})

type SendAs = (cookie: string, input?: CallInput) => Promise<Reply>

async function rejectOutsider({ access }: Endpoint, outsider: Outsider, { host }: CallInput, sendAs: SendAs): Promise<void> {
  const own = outsider.refusals[access]
  // On a launched site each of them is unknown.
  const unknown = outsider.cookie.includes('session=') ? SESSION_ENDED : SIGN_IN_NEEDED
  const refusal = host === undefined || access === 'public' ? own : unknown
  if (!refusal) return
  const reply = await callAs(world.site, outsider, () => sendAs(outsider.cookie))
  expect(refusalOf(reply), outsider.name).toEqual(refusal)
}

function rejectForeignId({ status, text }: Reply, input: CallInput): void {
  const title = `${JSON.stringify(input)} ${text}`
  expect(status, title).toBeGreaterThanOrEqual(400)
  expect(status, title).toBeLessThan(500)
}

/**
 * Sends the same call as another member, and as an administrator unless administrators may make it. It is rejected if its path names an item
 * of the actor; otherwise it must not change the actor's data.
 */
async function rejectOthers({ endpoint }: WriteCall, actor: Actor, sendAs: SendAs): Promise<void> {
  const isOfActor = endpoint.path.includes(':') && !OPEN_TO_MEMBERS.has(nameOf(endpoint))
  const before = await exportOf(actor)
  for (const role of OPEN_TO_ADMINISTRATORS.has(nameOf(endpoint)) ? (['member'] as const) : (['member', 'admin'] as const)) {
    const other = await world.createActor(role)
    await stored.findChanged()
    const { status, text } = await sendAs(other.cookie)
    expect(status, text).toBeLessThan(500)
    expect(isOfActor ? [403, 404] : [status], text).toContain(status)
    expect(isOfActor ? await listChanges() : []).toEqual([])
  }
  expect(await exportOf(actor)).toEqual(before)
}

/** Returns the export of a member's data, without the times of the export and of the session's last use. */
async function exportOf({ cookie }: Actor): Promise<unknown> {
  const { text } = await world.send('GET', '/api/me/export', { cookie })
  return JSON.parse(text, (key, value: unknown) => (key === 'exportedAt' || key === 'lastSeenAt' ? undefined : value))
}

/** Makes the call as a restricted actor. @returns the response if it is permitted; undefined if it is rejected, as expected */
async function rejectRestricted({ endpoint }: WriteCall, { id, cookie }: Actor, sendAs: SendAs): Promise<Reply | undefined> {
  const restrict = (at: string | null) => world.db.updateTable('users').set({ restricted_at: at }).where('id', '=', id).execute()
  await restrict(new Date().toISOString())
  await stored.findChanged()
  const reply = await sendAs(cookie)
  if (!POSTS.has(nameOf(endpoint))) return reply
  expect(refusalOf(reply)).toEqual([403, 'user.restricted'])
  expect(await listChanges()).toEqual([])
  await restrict(null)
  return undefined
}
