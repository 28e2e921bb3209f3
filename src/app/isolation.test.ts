/** Two sites with the same slugs, usernames and ids: every endpoint of one is tried with what belongs to the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import { resetIds } from '#db/open-site.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { Site } from '#platform/context.ts'
import type { Endpoint } from '#platform/endpoint.ts'
import { buildTestApp, openTestSites, signIn, type TestSites } from '#tests/support/test-site.ts'
import type { BuiltApp } from './build-app.ts'
import { apiRoutes } from './registry.ts'

/** Stands in every text that is the west's. */
const MARK = 'Westmark'
/** Rows that only the west has. */
const WEST_ID = 900_001
const WEST_SLUG = 'only-in-the-west'
const IN_BOTH = 1
const TEXTS = ['name', 'title', 'content', 'summary', 'description', 'bio', 'message', 'display_name', 'subject', 'body', 'interest']
const CLONED: Record<string, object> = {
  categories: { slug: WEST_SLUG },
  users: { username: WEST_SLUG, username_key: WEST_SLUG, email: `${WEST_SLUG}@example.org` },
  articles: { slug: WEST_SLUG },
  products: { slug: WEST_SLUG },
  experts: { slug: WEST_SLUG },
  expert_articles: {},
  topics: {},
  replies: {},
  reviews: { user_id: WEST_ID },
  enquiries: {},
  badges: { name: WEST_SLUG },
}

type Rows = Record<string, Record<string, unknown>>
/** A test that walks all tables names them by their words. */
interface AnyTables {
  introspection: SiteDatabase['introspection']
  selectFrom(table: string): { selectAll(): { execute(): Promise<Rows[string][]> } }
}

let opened: TestSites
let sites: { east: Site; west: Site }
let built: BuiltApp

beforeAll(async () => {
  opened = await openTestSites({ content: 'demo', count: 2 })
  const [east, west] = opened.sites as [Site, Site]
  sites = { east, west }
  await markWest(west)
  built = await buildTestApp({
    sites: { main: east, findByHost: (host) => (host.startsWith('west.') ? west : east), isOpen: () => true, list: () => [east, west] },
  })
  await built.app.ready()
})
afterAll(async () => {
  await built.app.close()
  await opened.close()
})

async function markWest({ db, id, settings }: Site): Promise<void> {
  for (const [table, changes] of Object.entries(CLONED)) {
    const [row] = await (db as unknown as AnyTables).selectFrom(table).selectAll().execute()
    await db
      .insertInto(table as 'topics')
      .values({ ...row, id: WEST_ID, ...changes } as never)
      .execute()
  }
  await resetIds(db, opened.engine.name, id, Object.keys(CLONED))
  for (const { name: table, columns } of await columnsOf(db))
    for (const column of columns.filter((one) => TEXTS.includes(one) && !(table === 'badges' && one === 'name')))
      await db
        .updateTable(table as 'topics')
        .set({ [column]: sql`${sql.ref(column)} || ${` ${MARK}`}` } as never)
        .where(column as 'title', 'is not', null)
        .execute()
  settings.name = MARK
}

/** Tables that hold rows, with the names of their columns. */
async function columnsOf(db: SiteDatabase) {
  const found = []
  for (const { name } of await db.introspection.getTables()) {
    if (name.includes('search') || name.startsWith('kysely')) continue
    const [row] = await (db as unknown as AnyTables).selectFrom(name).selectAll().execute()
    if (row) found.push({ name, columns: Object.keys(row) })
  }
  return found
}

/** Everything a site holds, so that before and after can be compared. */
async function everything({ db }: Site): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const { name } of await columnsOf(db))
    all[name] = (await (db as unknown as AnyTables).selectFrom(name).selectAll().execute()).map((row) => JSON.stringify(row)).toSorted()
  return all
}

const cookieOf = (site: Site, isAdmin: boolean) => signIn({ site, db: site.db, log: built.app.log }, { isAdmin })

let address = 0
async function ask(
  host: 'east' | 'west',
  { method, path, maxFileBytes: bytes, body }: Endpoint,
  names: { id: number; slug: string },
  cookie?: string,
) {
  address += 1
  const url = path.replace(/:(\w+)/g, (_, name: string) => (/slug/i.test(name) ? names.slug : String(names.id)))
  const answer = await built.app.inject({
    method,
    url,
    headers: {
      host: `${host}.localhost`,
      'x-forwarded-for': `10.8.${address >> 8}.${address & 255}`,
      ...(cookie ? { cookie } : {}),
      ...(bytes ? { 'content-type': 'image/png' } : {}),
    },
    ...(method === 'GET'
      ? {}
      : { payload: bytes ? Buffer.from('x') : (sample(z.toJSONSchema(body, LOOSE) as Shape, '', names) as object) }),
  })
  return { status: answer.statusCode, text: answer.body }
}

const LOOSE = { io: 'input', unrepresentable: 'any' } as const
interface Shape {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  format?: string
  minimum?: number
  maxLength?: number
  minLength?: number
  items?: Shape
  properties?: Record<string, Shape>
}
const WORDS: (readonly [RegExp, string])[] = [
  [/username/i, WEST_SLUG],
  [/email$/i, 'somebody@example.org'],
  [/image|url$/i, 'https://example.org/a.png'],
  [/domain/i, 'somewhere.example.net'],
  [/^path$/, '/about'],
]

/** Something that a contract accepts, naming the other site's things wherever it names a thing. */
function sample(shape: Shape, name: string, names: { id: number; slug: string }): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return sample(shape.anyOf.find(({ type }) => type !== 'null') ?? {}, name, names)
  if (shape.type === 'object')
    return Object.fromEntries(
      Object.entries(shape.properties ?? {})
        // Whoever posts is asked of the session; naming somebody else is refused at once.
        .filter(([key]) => key !== 'userId')
        .map(([key, inner]) => [key, sample(inner, key, names)]),
    )
  if (shape.type === 'array') return [sample(shape.items ?? {}, name.replace(/s$/, ''), names)]
  if (shape.type === 'boolean') return true
  if (shape.type === 'integer' || shape.type === 'number')
    return /id$/i.test(name) ? names.id : Math.min(Math.max(shape.minimum ?? 1, 1), 5)
  if (/slug/i.test(name)) return names.slug
  if (shape.format === 'date-time') return '2030-01-01T00:00:00.000Z'
  const word = WORDS.find(([like]) => like.test(name))
  if (word) return word[1]
  return 'A quiet lantern in the long lane.'.slice(0, shape.maxLength ?? 200)
}

const of = (isWrite: boolean) => apiRoutes.filter(({ endpoint }) => (endpoint.method !== 'GET') === isWrite).map(({ endpoint }) => endpoint)
/** What ends a session, empties the site or switches it off comes last. */
const isLast = ({ method, path }: Endpoint) => method === 'DELETE' || /settings|demo|second-factor/.test(path)

describe('two sites with the same slugs, usernames and ids', () => {
  test('the marks are seen in the west itself, so that a leak would be noticed', async () => {
    const cookie = await cookieOf(sites.west, true)
    const names = { id: WEST_ID, slug: WEST_SLUG }
    const answers = await Promise.all(
      of(false).map(async (endpoint) => [endpoint.path, await ask('west', endpoint, names, cookie)] as const),
    )
    const marked = answers.filter(([, { status, text }]) => status === 200 && text.includes(MARK)).map(([path]) => path)
    expect(marked.length).toBeGreaterThan(25)
    for (const path of ['/api/articles/:slug', '/api/products/:slug', '/api/forums/:id', '/api/users/:id', '/api/enquiries/:id'])
      expect(marked).toContain(path)
  })

  test.each(of(false).map((endpoint) => [endpoint.path, endpoint] as const))(
    'GET %s in the east shows nothing of the west',
    async (_path, endpoint) => {
      for (const names of [
        { id: WEST_ID, slug: WEST_SLUG },
        { id: IN_BOTH, slug: 'wrenfield-lark-58' },
        { id: IN_BOTH, slug: 'winter-range' },
      ]) {
        const own = await ask('east', endpoint, names, await cookieOf(sites.east, true))
        expect(own.text).not.toContain(MARK)
        expect(own.status).toBeLessThan(500)
        const isOfWest = /:id$|:slug$/.test(endpoint.path) && names.id === WEST_ID && !endpoint.list
        expect(isOfWest ? own.status : 404, endpoint.path).toBe(404)
        const foreign = await ask('east', endpoint, names, await cookieOf(sites.west, true))
        expect(foreign.text).not.toContain(MARK)
        expect(endpoint.access === 'public' ? 401 : foreign.status).toBe(401)
      }
    },
  )

  test('whatever is written in the east with the west’s ids, slugs and sessions, the west stays as it was', async () => {
    const westAdmin = await cookieOf(sites.west, true)
    const before = await everything(sites.west)
    const accepted = new Set<string>()
    const writes = of(true).toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))
    for (const endpoint of writes)
      for (const names of [
        { id: WEST_ID, slug: WEST_SLUG },
        { id: IN_BOTH, slug: 'wrenfield-lark-58' },
      ]) {
        const name = `${endpoint.method} ${endpoint.path}`
        const own = await ask('east', endpoint, names, await cookieOf(sites.east, true))
        expect(own.status, `${name}: ${own.text}`).toBeLessThan(500)
        expect(own.text).not.toContain(MARK)
        if (own.status < 300) accepted.add(name)
        const foreign = await ask('east', endpoint, names, westAdmin)
        expect(endpoint.access === 'public' ? 401 : foreign.status, name).toBe(401)
      }
    expect(await everything(sites.west)).toEqual(before)
    // The walk writes: most calls were taken, or said that there is no such thing here.
    expect(accepted.size).toBeGreaterThanOrEqual(24)
  })
})
