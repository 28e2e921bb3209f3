/**
 * Tests cache invalidation: after each write of the API, every served response equals that of a server without caches; and the browser's query
 * cache refetches, or marks as stale, each query whose data the write has changed.
 *
 * Mostly responses that the write did not invalidate are compared, because invalidated ones are rendered again anyway. A sample is compared,
 * which is larger at night. The title of the last test contains the seed; `FRESH_SEED` repeats it.
 */
// oxlint-disable vitest/no-conditional-expect -- what is expected depends on whether the main site or a launched one was written to
import { chooseSeed, createRandom } from '#tests/support/test-seed.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp } from '#tests/support/test-site.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import type { BuiltApp } from '#app/build-app.ts'
import { secretTables } from '#app/registry.ts'
import { UNWATCHED_TABLES } from '#db/changes/change-feed.ts'
import { engineOf } from '#db/engine.ts'
import { tablesAmong, unknownRows } from '#db/changes/row-keys.ts'
import { httpTransport, isSignedOut, makeQueryClient } from '#platform/client/api.client.ts'
import { findQueryTables, startQueryRefresh, waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { MAIN_HOST } from '#tests/support/test-installation.ts'
import { StoredState } from '#tests/fuzz/stored-state.ts'
import { WRITE_CALLS } from './all-calls.ts'
import { browse, toBrowserInput } from './browser.ts'
import { listReads, UNKNOWN_PATHS, type Read } from './reads.ts'
import { openWorld, type Actor, type World } from './world.ts'
import type { WriteCall } from './write-call.ts'

/** Tables that are written without invalidation, so responses show the change with a delay. */
const STATISTICS: Record<string, string> = {
  search_changes: 'A trigger notes here what the search index has to read again; no response shows it.',
  search_counts: 'Statistics of searches, which administrators see a little later.',
  page_views: 'Statistics of visits, which administrators see a little later.',
  page_visitors: 'Statistics of visits, which administrators see a little later.',
  mail_recipient_counts: 'Counts against a limit; no response shows them.',
}
/** Whether responses show changes of a table with a delay: on PostgreSQL also tables without change notifications. */
const isShownLater = (table: string): boolean => table in STATISTICS || (engineOf(world.db) === 'postgres' && UNWATCHED_TABLES.has(table))
/** Tables whose rows the database deletes by cascade. Every response that shows them has also read the referenced row (decision 4). */
const CASCADED: Record<string, string> = {
  topic_watches: 'Deleted with their topic.',
  user_badges: 'Deleted with their member.',
  point_entries: 'Deleted with their member.',
}

/** Queries, by write, that the screen of the write refetches itself, because the response names their table to administrators only. */
const REFETCHED_BY_SCREEN: Record<string, readonly string[]> = {
  'POST /api/me/email/retry': ['/api/me'],
  // The session of a browser is read before any route.
  'POST /api/sign-out': ['/api/session'],
  'POST /api/me/sign-out-everywhere': ['/api/session'],
  // Sent by mail programs (RFC 8058), which have no queries.
  'POST /api/newsletter/one-click': ['/api/newsletter/preferences'],
}

const SEED = chooseSeed('FRESH_SEED')
/**
 * Average sample sizes per write. `aboutOne`: reads of the items that the call names. `any`: other reads. `page`: pages, as the actor.
 * `queries`: queries of the actor's browser. `compared`: still cached responses that depend on a changed table. `other`: still cached ones that
 * do not. `unchanged`: invalidated pages, whose body is reused if their data is the same.
 */
const SAMPLE = isNightly
  ? { aboutOne: 50, any: 20, page: 4, queries: 60, compared: 40, other: 8, unchanged: 8 }
  : { aboutOne: 3, any: 1, page: 0.4, queries: 2, compared: 3, other: 0.5, unchanged: 0.5 }

let world: World
/** Server whose caches are emptied before each request. */
let reference: BuiltApp
let stored: StoredState
/** The read and the tables of each cached response, by cache key. */
const entries = new Map<string, { read: Read; tables: Set<string> }>()
let reading: Read | undefined
let invalidated = new Set<string>()
const counts = { compared: 0, refreshed: 0, left: 0, queries: 0 }

beforeAll(async () => {
  // The clock is stopped, so that relative times are equal in both responses.
  vi.useFakeTimers({ toFake: ['Date'] })
  world = await openWorld({ pages: true })
  const { sites, built } = world.installation
  const { onOpened } = sites
  reference = await buildTestApp({ sites, pages: true })
  sites.onOpened = onOpened
  const { getOrRender } = reference.responseCache
  // Without the cached source, whose outdated body would be used again.
  reference.responseCache.getOrRender = (view, render) => getOrRender.call(reference.responseCache, view, () => render())
  await reference.app.ready()
  stored = new StoredState(world.site)
  observeCache(built)
  for (const read of await listReads(world)) if (isCached(read)) await readAs(world.installation.built, read)
})
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await reference.app.close()
  await world.close()
})

const isCached = ({ access, isPrivate }: Read) => access === 'public' && !isPrivate

/** Records the cached entries and the invalidated tables. Does not change the cache's behaviour. */
function observeCache({ caches, responseCache }: BuiltApp): void {
  const { getOrRender } = responseCache
  const { invalidate } = caches
  responseCache.getOrRender = (view, render) =>
    getOrRender.call(responseCache, view, async (source) => {
      const rendered = await render(source)
      if (reading) entries.set(view.key, { read: reading, tables: tablesAmong(rendered.tables) })
      return rendered
    })
  caches.invalidate = (site, tables) => {
    const all = [...tables]
    if (site === world.site.id) for (const table of tablesAmong(all)) invalidated.add(table)
    invalidate.call(caches, site, all)
  }
}

const random = createRandom(SEED)
/** Returns a random sample. @param average average size; a fraction is rounded up or down at random */
function sample<T>(all: readonly T[], average: number): T[] {
  const count = Math.floor(average + random())
  if (all.length <= count) return [...all]
  const rest = [...all]
  return Array.from({ length: count }, () => rest.splice(Math.floor(random() * rest.length), 1)[0] as T)
}

/** Reads as a client. The user agent is that of a robot, so that no page view is counted. */
async function readAs({ app }: BuiltApp, read: Read, cookie = ''): Promise<{ status: number; text: string }> {
  reading = read
  const headers = { host: MAIN_HOST, ...world.installation.newCaller(), 'user-agent': 'test bot', ...(cookie ? { cookie } : {}) }
  const { statusCode, headers: sent, body } = await app.inject({ method: 'GET', url: read.url, headers })
  reading = undefined
  const [location, total, link] = [sent.location, sent['x-total-count'], sent['link']].map((value) => String(value ?? ''))
  return { status: statusCode, text: `${location} ${total} ${link}\n${body}` }
}

function dropAll({ caches }: BuiltApp): void {
  caches.invalidate(world.site.id, ['settings'])
}

/** Invalidates the tables that were written directly to the database since the last call. */
async function settle(): Promise<void> {
  world.installation.built.caches.invalidate(world.site.id, unknownRows(await stored.findChanged()))
}

const RANK = { public: 0, member: 1, admin: 2 }
const isAllowed = ({ access }: Read, { role }: Actor) => RANK[access] <= RANK[role === 'visitor' ? 'public' : role]

/** The queries that the actor's browser has when the write is made. */
async function openQueries(actor: Actor, cookie: string, reads: readonly Read[]) {
  const client = makeQueryClient(httpTransport)
  startQueryRefresh(client)
  browse(world, world.installation.built, cookie)
  const ofActor = reads.filter((read) => read.kind === 'api' && isAllowed(read, actor) && !read.path.endsWith('.csv'))
  const own = ofActor.filter(({ access }) => RANK[access] === RANK[actor.role === 'visitor' ? 'public' : actor.role])
  for (const read of new Set([...sample(own, SAMPLE.queries), ...sample(ofActor, SAMPLE.queries)]))
    await client.fetchQuery({ queryKey: [read.path, read.input] }).catch(() => undefined)
  return client
}

const isAlive = (key: string) => world.installation.built.responseCache.getIfCached(key) !== undefined

test('every path with parameters has a source of these', () => {
  expect(UNKNOWN_PATHS).toEqual([])
  expect(entries.size).toBeGreaterThan(90)
})

test.each(WRITE_CALLS)('$title leaves no outdated response', async (call: WriteCall) => {
  const { built } = world.installation
  const actor = await world.createActor(call.as)
  const input = await call.input(world, actor)
  const cookie = input.cookie ?? actor.cookie
  await settle()
  const key = (input.params as { key?: string } | undefined)?.key ?? (input.body as { key?: string } | undefined)?.key
  const reads = await listReads(world, { key })
  const cached = reads.filter(isCached)
  const warmed = [
    ...sample(
      cached.filter(({ isAboutOne, kind }) => isAboutOne && kind === 'api'),
      SAMPLE.aboutOne,
    ),
    ...sample(cached, SAMPLE.any),
  ]
  for (const read of new Set(warmed)) await readAs(built, read)
  const ownPages = sample(
    cached.filter(({ kind }) => kind === 'page'),
    actor.cookie ? SAMPLE.page : 0,
  )
  for (const read of ownPages) await readAs(built, read, cookie)
  const isOfMain = input.host === undefined
  const client = await openQueries(actor, cookie, reads)

  invalidated = new Set()
  const before = [...entries].filter(([entry]) => isAlive(entry))
  let written: string[] = []
  browse(world, built, cookie, { host: input.host, headers: input.headers })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await fetch(url, init)
    written = response.headers.get('x-written-tables')?.split(',') ?? []
    return response
  })
  await httpTransport(call.endpoint.method, call.endpoint.path, toBrowserInput(input))
  browse(world, built, cookie)
  await waitForRefresh()

  const changed = await stored.findChanged()
  // What a launched site writes to the main site is invalidated there by the feature that writes it.
  if (isOfMain) {
    const noticed = changed.filter((table) => !isShownLater(table) && !(table in CASCADED))
    const isSecret = (table: string) => call.as !== 'admin' && secretTables.has(table)
    expect
      .soft(
        noticed.filter((table) => !invalidated.has(table)),
        'changed, and not invalidated',
      )
      .toEqual([])
    expect
      .soft(
        noticed.filter((table) => !written.includes(table) && !isSecret(table)),
        'changed, and not reported to the browser',
      )
      .toEqual([])
  }

  const alive = before.filter(([entry]) => isAlive(entry))
  counts.refreshed += before.length - alive.length
  counts.left += alive.length
  const isConcerned = ({ tables }: { tables: Set<string> }) => changed.some((table) => tables.has(table))
  const compared = [
    ...sample(
      alive.filter(([, entry]) => isConcerned(entry)),
      SAMPLE.compared,
    ),
    ...sample(
      alive.filter(([, entry]) => !isConcerned(entry)),
      SAMPLE.other,
    ),
    // The body of an invalidated page is used again when its data is the same.
    ...sample(
      before.filter((entry) => entry[1].read.kind === 'page' && !alive.includes(entry)),
      SAMPLE.unchanged,
    ),
  ].map(([, { read }]) => read)
  const responses = []
  for (const read of compared) responses.push({ read, as: '', served: await readAs(built, read) })
  for (const read of ownPages) responses.push({ read, as: cookie, served: await readAs(built, read, cookie) })
  dropAll(reference)
  for (const { read, as, served } of responses) {
    counts.compared += 1
    expect(served, read.url).toEqual(await readAs(reference, read, as))
  }
  if (!isOfMain) return
  browse(world, reference, cookie)
  for (const query of client.getQueryCache().getAll()) {
    const isRefetched = REFETCHED_BY_SCREEN[`${call.endpoint.method} ${call.endpoint.path}`]?.includes(query.queryKey[0])
    const isLater = findQueryTables(client, query.queryKey)?.some(isShownLater)
    if (query.state.data === undefined || query.state.isInvalidated || isRefetched || isLater) continue
    counts.queries += 1
    const now = await httpTransport('GET', ...query.queryKey).catch((error: unknown) => error)
    // The write has ended the session: the browser leaves the page.
    if (isSignedOut(now)) continue
    expect(query.state.data, `${query.queryKey[0]} ${JSON.stringify(query.queryKey[1])}, written: ${written.join()}`).toEqual(now)
  }
})

test(`a write leaves most responses cached, and those were compared (FRESH_SEED=${SEED})`, () => {
  expect(counts.left).toBeGreaterThan(counts.refreshed)
  expect(counts.compared).toBeGreaterThan(WRITE_CALLS.length)
  expect(counts.queries).toBeGreaterThan(WRITE_CALLS.length)
})
