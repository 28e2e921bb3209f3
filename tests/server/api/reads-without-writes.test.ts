/**
 * Reads succeed when nothing can be written: with a full disk or a read-only database every page and every GET of the API has its normal
 * status.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ADMIN_PAGES } from '#admin/pages.ts'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import { apiRoutes } from '#app/registry.ts'
import { forAnyTable } from '#db/any-table.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import type { Engine } from '#db/engine.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import type { Site } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { buildTestApp, openTestEngine, LONG_TIMEOUTS, signIn } from '#tests/support/test-site.ts'
import { EVENT_STREAM } from '#platform/contract/endpoint.ts'

const serverUrl = inject('databaseUrl') as string | undefined
const name = `reads_${crypto.randomUUID().slice(0, 8)}`
const role = `reader_${crypto.randomUUID().slice(0, 8)}`
const QUERIES: Record<string, string> = {
  '/api/search': '?q=heat%20pump',
  '/api/search/suggestions': '?q=heat',
  '/api/products/compare': '?p=1&p=2',
  '/search': '?q=heat%20pump',
}

/** Exports of personal data, which require an entry in the audit log. */
const AUDITED = ['/api/admin/newsletter.csv', '/api/admin/archive']

let engine: Engine
let site: Site
let app: Awaited<ReturnType<typeof buildTestApp>>['app']
let removeFolder = () => {}
const cookies: Record<'visitor' | 'member' | 'admin', string> = { visitor: '', member: '', admin: '' }

beforeAll(async () => {
  let dataDir = '/nowhere'
  if (serverUrl === undefined) {
    const opened = await openTestEngine()
    ;({ engine, folder: dataDir, remove: removeFolder } = opened)
  } else {
    // A separate role, because its settings affect all its connections.
    await onServer(`create role ${role} login superuser`)
    const url = new URL(serverUrl)
    url.username = role
    engine = await openPostgres(url.href, LONG_TIMEOUTS)
  }
  site = await openFilledSite(engine, name, { content: 'demo', dataDir })
  const ctx = { site, db: site.db, log: { info() {}, warn() {}, error() {} } }
  cookies.member = await signIn(ctx, { isAdmin: false })
  cookies.admin = await signIn(ctx, { isAdmin: true })
  const { watchChanges } = engine
  ;({ app } = await buildTestApp({ sites: singleSiteDirectory(site), pages: true, ...(watchChanges ? { watchChanges } : {}) }))
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await site.db.destroy()
  if (serverUrl !== undefined) await engine.drop(name)
  await engine.close()
  removeFolder()
  if (serverUrl !== undefined) await onServer(`drop owned by ${role}; drop role ${role}`)
})

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Applies to open connections, which are terminated, and to new ones. */
async function setServerReadOnly(value: 'on' | 'off'): Promise<void> {
  await onServer(`alter role ${role} set default_transaction_read_only = ${value}`)
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}' and query not like 'listen%'`)
  // The pool replaces terminated connections by itself.
  await vi.waitFor(async () => {
    const show = () => sql<{ value: string }>`select current_setting('default_transaction_read_only') as value`.execute(site.db)
    const shown = await Promise.all(Array.from({ length: 20 }, show))
    expect(new Set(shown.map(({ rows }) => rows[0]?.value))).toEqual(new Set([value]))
  }, 60_000)
}

/** Limits the file size and uses up its free pages: SQLite then reports the same error as on a full disk. */
async function fillDatabase(): Promise<void> {
  await sql`create table filler (bytes blob)`.execute(site.db)
  await setPragma('max_page_count', 1)
  for (const bytes of [100_000, 4_000, 100])
    for (;;)
      try {
        await forAnyTable(site.db)
          .insertInto('filler')
          .values({ bytes: 'x'.repeat(bytes) })
          .execute()
      } catch {
        break
      }
}

async function emptyDatabase(): Promise<void> {
  await setPragma('max_page_count', 1_000_000)
  await sql`drop table filler`.execute(site.db)
}

const setPragma = (pragma: string, value: number) => sql`pragma ${sql.raw(pragma)} = ${sql.lit(value)}`.execute(site.db)

type Condition = [name: string, begin: () => Promise<unknown>, end: () => Promise<unknown>]
const CONDITIONS: Condition[] = serverUrl
  ? [['default_transaction_read_only', () => setServerReadOnly('on'), () => setServerReadOnly('off')]]
  : [
      ['a full disk', fillDatabase, emptyDatabase],
      ['a read-only database', () => setPragma('query_only', 1), () => setPragma('query_only', 0)],
    ]

async function findUrls(): Promise<string[]> {
  const firstOf = async (table: 'articles' | 'products') =>
    (await site.db.selectFrom(table).select('slug').orderBy('id').executeTakeFirstOrThrow()).slug
  const slugs = { articles: await firstOf('articles'), products: await firstOf('products') }
  const withValues = (path: string): string =>
    path
      .replace(':slugOrId', '1')
      .replace(':slug', path.includes('articles') || path.includes('guides') ? slugs.articles : slugs.products)
      .replace(':tool', 'heat-pump')
      .replaceAll(/:[a-zA-Z]+/g, '1')
  const paths = [
    ...apiRoutes
      .filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.contentType !== EVENT_STREAM)
      .map(({ endpoint }) => endpoint.path),
    ...PAGES.map(({ path }) => path),
    ...ADMIN_PAGES.map(({ path }) => path),
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/manifest.webmanifest',
    '/share/product/:slug.png',
    '/healthz',
  ]
  return [...new Set(paths)].map((path) => withValues(path.startsWith('/') ? path : `/admin/${path}`) + (QUERIES[path] ?? ''))
}

let caller = 0
/** At night every role reads every URL; by day each its own, and visitors and members alternate for the others. */
function readersOf(url: string, at: number): (keyof typeof cookies)[] {
  if (isNightly) return ['visitor', 'member', 'admin']
  if (/^\/(api\/)?admin\b/.test(url)) return ['admin']
  if (url.startsWith('/api/me')) return ['member']
  return [at % 2 === 0 ? 'visitor' : 'member']
}

async function readAll(urls: readonly string[]): Promise<string[]> {
  const read: string[] = []
  for (const [at, url] of urls.entries())
    for (const role of readersOf(url, at)) {
      const cookie = cookies[role]
      caller += 1
      const headers = { host: 'localhost', 'x-forwarded-for': `10.7.${caller >> 8}.${caller & 255}`, ...(cookie ? { cookie } : {}) }
      const { statusCode } = await app.inject({ url, headers: { ...headers, accept: url.startsWith('/api/') ? '*/*' : 'text/html' } })
      read.push(`${role} ${url} ${statusCode}`)
    }
  return read
}

describe.each(CONDITIONS)('with %s', (_name, begin, end) => {
  test('every page and every GET has its normal status', { timeout: 300_000 }, async () => {
    const urls = await findUrls()
    await begin()
    const limited = await readAll(urls)
    await end()
    const normal = await readAll(urls)
    const isAudited = (line: string) => AUDITED.some((path) => line.startsWith(`admin ${path} `))
    expect(limited.filter((line) => / 5\d\d$/.test(line) && !isAudited(line))).toEqual([])
    expect(limited.filter((line) => !isAudited(line))).toEqual(normal.filter((line) => !isAudited(line)))
    expect(limited.filter((line) => line.endsWith(' 200')).length).toBeGreaterThan(isNightly ? 150 : 100)
  })

  test('a search click and a page view are accepted, though neither is counted', async () => {
    const { slug } = await site.db.selectFrom('articles').select('slug').executeTakeFirstOrThrow()
    const url = `/articles/${slug}`
    const post = (path: string, payload: object) =>
      app.inject({ method: 'POST', url: path, headers: { host: 'localhost', 'x-forwarded-for': '10.8.0.1' }, payload })
    await begin()
    const click = await post('/api/search/clicks', { q: 'heat pump', url })
    const view = await post('/api/page-views', { path: '/' })
    await end()
    expect(click.statusCode).toBe(200)
    expect(click.json()).toEqual({ ok: true })
    expect(view.statusCode).toBe(200)
  })
})
