/**
 * Opens test sites. Each has its own database on the real engine, and the real app. test-installation.ts opens installations that launch
 * sites.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { buildApp, type AppOptions, type BuiltApp } from '#app/build-app.ts'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import { openSession } from '#features/accounts/sessions/session.service.ts'
import { NO_NEWCOMER_LIMITS } from '#features/trust/trust.policy.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Engine } from '#db/engine.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import { urlFor, type AnyInput } from '#platform/client/api.client.ts'
import type { Config } from '#platform/config/config.ts'
import type { Context, Site, SiteSettings, Viewer } from '#platform/contract/context.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { createBuiltPages } from '#platform/pages/page-renderer.ts'
import type { TrustProxy } from '#platform/http/proxy.ts'
import { loadSecretKey } from '#platform/config/secret-box.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { checkResponsesOf } from './api-check.ts'
import { withTemplate } from './migrated-template.ts'

loadSecretKey({ secretKey: crypto.randomUUID(), dataDir: '' })

export interface CallResult {
  status: number
  // Tests access responses of many shapes, valid and invalid.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, string | string[] | undefined>
}

/** Long database timeouts, so that tests do not fail on a busy machine. */
export const LONG_TIMEOUTS = { waitMs: 120_000, statementMs: 120_000 }

/**
 * Opens the engine of the current Vitest project: SQLite in a temporary folder, or the run's PostgreSQL server.
 * @param isEmpty whether SQLite sites are created without migrations instead of by copying a migrated template
 */
export async function openTestEngine({ isEmpty = false } = {}): Promise<{ engine: Engine; folder: string; remove(): void }> {
  const url = inject('databaseUrl') as string | undefined
  const folder = mkdtempSync(join(tmpdir(), 'site-tests-'))
  return {
    engine: url ? await openPostgres(url, LONG_TIMEOUTS) : isEmpty ? openSqlite(folder) : withTemplate(openSqlite(folder), folder),
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export interface TestSites {
  engine: Engine
  folder: string
  /** The first site. */
  main: Site
  sites: Site[]
  /** Deletes the sites. Close the app that serves them first. */
  close(): Promise<void>
}

/** Opens sites on one engine, without an app. */
export async function openTestSites({ content, count = 1 }: { content: Config['content']; count?: number }): Promise<TestSites> {
  const { engine, folder, remove } = await openTestEngine()
  const names = Array.from({ length: count }, () => `test_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`)
  const sites: Site[] = []
  // Sites are opened in batches of 5, to limit the number of database connections.
  for (let start = 0; start < count; start += 5)
    sites.push(
      ...(await Promise.all(names.slice(start, start + 5).map((name) => openFilledSite(engine, name, { content, dataDir: folder })))),
    )
  // Tests post in bulk, as members who have just joined.
  for (const { settings } of sites) settings.newcomers = NO_NEWCOMER_LIMITS
  return {
    engine,
    folder,
    main: sites[0] as Site,
    sites,
    async close() {
      for (const { db } of sites) await db.destroy()
      if (engine.name === 'postgres') for (const name of names) await engine.drop(name)
      await engine.close()
      remove()
    },
  }
}

interface TestAppOptions extends Omit<AppOptions, 'config' | 'pages'> {
  publicUrl?: string | undefined
  hstsIncludeSubdomains?: boolean
  apiDocs?: Config['apiDocs']
  healthDetails?: boolean
  /** Whether the app serves the built pages. By default, it serves only the API. */
  pages?: boolean
  trustProxy?: TrustProxy
  /** Limits of the server. Default: the default limits without load shedding. */
  limits?: Config['limits']
  /** Settings of metrics and the log of slow statements. If they are absent, there are neither. */
  watch?: Config['watch']
}
/**
 * Builds the real app with a silent log and, by default, behind a trusted proxy. All responses are checked against the OpenAPI document.
 */
export async function buildTestApp({
  publicUrl,
  hstsIncludeSubdomains = false,
  apiDocs = 'public',
  healthDetails = false,
  pages = false,
  trustProxy = true,
  limits,
  watch,
  ...options
}: TestAppOptions): Promise<BuiltApp> {
  const built = await buildApp({
    config: {
      publicUrl,
      hstsIncludeSubdomains,
      apiDocs,
      healthDetails,
      trustProxy,
      logLevel: 'silent',
      ...(limits ? { limits } : {}),
      ...(watch ? { watch } : {}),
    },
    ...(pages ? { pages: createBuiltPages(join(import.meta.dirname, '../..')) } : {}),
    ...options,
  })
  checkResponsesOf(built.app)
  return built
}

/** Creates a user and a session. @returns the session cookie */
export async function signIn(ctx: Pick<Context, 'site' | 'db' | 'log'>, { isAdmin }: { isAdmin: boolean }): Promise<string> {
  const { id } = await makeUser(ctx, { isAdmin })
  let cookie = ''
  const headers = { set: (_name: string, value: string) => void (cookie = value.split(';')[0] ?? '') }
  const caller = { clientIp: '10.0.0.1', userAgent: 'Firefox', origin: 'http://localhost' }
  await openSession({ ...ctx, viewer: null, headers, caller }, { id, isAdmin })
  return cookie
}

/**
 * Opens a site and its app. By default, the site contains only the categories and the Community Guest.
 * @param options.settings settings of the site that override the defaults
 */
export async function openTestSite({
  content = 'empty',
  settings = {},
}: { content?: Config['content']; settings?: Partial<SiteSettings> } = {}) {
  const { engine, main: site, close } = await openTestSites({ content })
  Object.assign(site.settings, settings)
  let viewer: Viewer | null = null
  const {
    app,
    caches,
    responseCache: cache,
    viewCounter: visits,
    pageViews,
  } = await buildTestApp({ sites: singleSiteDirectory(site), actAs: () => viewer })
  await app.ready()
  const ctx: Context = { site, db: site.db, viewer: null, log: app.log }
  let clientCount = 0

  return {
    ctx,
    app,
    caches,
    cache,
    visits,
    pageViews,
    engine,
    /** Calls an endpoint over HTTP from a new client IP address. @param as viewer of the request; `null` is a visitor */
    async call(as: Viewer | null, endpoint: Endpoint, input: AnyInput = {}, headers: Record<string, string> = {}): Promise<CallResult> {
      viewer = as
      clientCount += 1
      const response = await app.inject({
        method: endpoint.method,
        url: urlFor(endpoint.path, input),
        headers: { 'x-forwarded-for': `10.1.${clientCount >> 8}.${clientCount & 255}`, ...headers },
        // The browser's API client also sends an empty object if there is no body.
        ...(endpoint.method === 'GET' || endpoint.maxFileBytes ? {} : { payload: {} }),
        ...(input.body === undefined ? {} : { payload: input.body as object }),
      })
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      const body = isJson && response.body ? response.json() : response.body || null
      return { status: response.statusCode, body, headers: response.headers as CallResult['headers'] }
    },
    async close() {
      await app.close()
      await close()
    },
  }
}
export type TestSite = Awaited<ReturnType<typeof openTestSite>>
