/** Opens a test installation: a main site that can launch tenant sites, served by the real app, which a test can restart. */
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { BuiltApp } from '#app/build-app.ts'
import { Sites } from '#app/sites/sites.ts'
import { resetIds } from '#db/open-site.ts'
import type { OwnDomain } from '#features/deployment/domain-proof/domain-proof.contract.ts'
import { checkLaunchedSiteDomain, findLaunchedSiteDomain } from '#features/deployment/domain-proof/domain-proof.service.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import type { Engine } from '#db/engine.ts'
import type { Config } from '#platform/config/config.ts'
import type { Context, Log, Site, Viewer } from '#platform/contract/context.ts'
import type { TrustProxy } from '#platform/http/proxy.ts'
import { startDnsServer, type DnsServer } from './dns-server.ts'
import { buildTestApp, openTestSites, type CallResult, type TestSites } from './test-site.ts'

/** Host of the main site in tests without PUBLIC_URL. */
export const MAIN_HOST = 'localhost:3000'
export const silentLog: Log = { info() {}, warn() {}, error() {} }

interface StartOptions {
  publicUrl?: string
  /** Whether the app serves the built pages. By default, it serves only the API. */
  pages?: boolean
  logger?: FastifyBaseLogger
  /** Whether all tenant sites are opened at the start (default). Otherwise, each is opened on its first request. */
  opensAll?: boolean
  /** Whether the app listens on a free port, which is then `port`. */
  listens?: boolean
  /** Default: `true`. */
  trustProxy?: TrustProxy
  /** Token of clients that may read `/metrics`. */
  metricsToken?: string
  healthDetails?: boolean
  /** Whether the session cookie determines the viewer, as in production, instead of `viewer`. */
  bySession?: boolean
}
export interface RequestOptions {
  /** Default: POST with a body, otherwise GET. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  body?: object
  headers?: Record<string, string>
}

interface InstallationOptions {
  content?: Config['content']
  /** Default: `everyone`; `null` stores no setting, so that the product's default applies. */
  launching?: 'everyone' | null
}

export async function openTestInstallation({
  content = 'empty',
  launching = 'everyone',
}: InstallationOptions = {}): Promise<TestInstallation> {
  const testSites = await openTestSites({ content })
  if (launching) {
    await upsertSetting(testSites.main.db, 'launching', launching)
    testSites.main.settings.launching = launching
  }
  await randomiseLaunchIds(testSites)
  return new TestInstallation(testSites)
}

export class TestInstallation {
  readonly engine: Engine
  readonly folder: string
  readonly main: Site
  /** Viewer of all requests; `null` is a visitor. */
  viewer: Viewer | null = null
  /** Ids of tenant sites to delete on close: those that `launch()` creates, and those that a test adds. */
  readonly copies = new Set<number>()
  /** DNS server for domain verification; available after the first start. */
  dns!: DnsServer
  /** The sites and app of the latest start. */
  sites!: Sites
  built!: BuiltApp
  readonly #opened: TestSites
  #clientCount = 0

  constructor(opened: TestSites) {
    this.#opened = opened
    this.engine = opened.engine
    this.folder = opened.folder
    this.main = opened.main
  }

  /** Stops the app if it is running, and starts it again. */
  async start({
    publicUrl,
    opensAll = true,
    listens = false,
    bySession = false,
    metricsToken,
    ...options
  }: StartOptions = {}): Promise<void> {
    await this.stop()
    this.dns ??= await startDnsServer()
    this.sites = this.sitesOf(publicUrl)
    const actAs = () => this.viewer
    this.built = await buildTestApp({
      ...options,
      ...(metricsToken === undefined ? {} : { watch: { metricsToken, slowQueryMs: 0 } }),
      publicUrl,
      sites: this.sites,
      ...(bySession ? {} : { actAs }),
    })
    if (opensAll) await this.sites.openAll(silentLog)
    await (listens ? this.built.app.listen({ port: 0, host: '127.0.0.1' }) : this.built.app.ready())
  }

  async stop(): Promise<void> {
    await this.built?.app.close()
    await this.sites?.closeAll()
  }

  async close(): Promise<void> {
    await this.stop()
    for (const id of this.copies) await this.sites.deleteSite(id)
    await this.dns?.close()
    await this.#opened.close()
  }

  /** Creates the site directory of another process, with no sites open. */
  sitesOf(publicUrl?: string): Sites {
    return new Sites({
      engine: this.engine,
      main: this.main,
      publicUrl,
      dnsServers: this.dns ? [this.dns.address] : undefined,
      dataDir: this.folder,
    })
  }

  get port(): number {
    return (this.built.app.server.address() as AddressInfo).port
  }

  /** Context of a job on the main site. */
  get ctx(): Context {
    return { site: this.main, db: this.main.db, viewer: null, log: silentLog, installation: this.sites }
  }

  /** Sends a request to a host as `viewer`, from a new client IP address. */
  async ask(
    host: string,
    url: string,
    { body, method = body ? 'POST' : 'GET', headers = {} }: RequestOptions = {},
  ): Promise<CallResult & { text: string }> {
    const response = await this.built.app.inject({
      method,
      url,
      headers: { host, ...this.newCaller(), ...headers },
      ...(method === 'GET' ? {} : { payload: body ?? {} }),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      text: response.body,
      headers: response.headers as CallResult['headers'],
    }
  }

  /** Returns the headers of a client with a new IP address, so that rate limits do not affect unrelated tests. */
  newCaller(): { 'x-forwarded-for': string } {
    this.#clientCount += 1
    return { 'x-forwarded-for': `10.3.${this.#clientCount >> 8}.${this.#clientCount & 255}` }
  }

  /** Returns the internal id of a launch by its public id. */
  async numberOf(publicId: string): Promise<number> {
    const { id } = await this.main.db.selectFrom('launches').select('id').where('public_id', '=', publicId).executeTakeFirstOrThrow()
    return id
  }

  /** Verifies a custom domain as its owner does: adds the DNS record and requests the check. */
  async proveDomain(number: number): Promise<OwnDomain> {
    const domain = await findLaunchedSiteDomain(this.main, this.sites, number)
    if (!domain) throw new Error('The site has requested no custom domain.')
    this.dns.records.set(domain.recordName, [domain.recordValue])
    return checkLaunchedSiteDomain(this.ctx, number)
  }

  /** Launches a site. @returns the response, the site's host and its internal id; an empty host and the id 0 if the launch was rejected */
  async launch(input: object, { host = MAIN_HOST, headers = {} }: { host?: string; headers?: Record<string, string> | undefined } = {}) {
    const response = await this.ask(host, '/api/deployment', { body: { siteName: 'Green Street', ...input }, headers })
    const number = response.body.id ? await this.numberOf(response.body.id) : 0
    if (number) this.copies.add(number)
    return { ...response, number, host: response.body.address ? new URL(response.body.address).host : '' }
  }
}

/** Makes launch ids begin at a random number, because test runs share one PostgreSQL server, on which databases are named by launch id. */
async function randomiseLaunchIds({ main, engine }: TestSites): Promise<void> {
  const now = new Date().toISOString()
  const id = 1_000_000 + Math.floor(Math.random() * 1_000_000_000)
  const row = { id, public_id: 'first', slug: 'first', name: 'First', state: 'retired', config: '{}', key_hash: 'none' } as const
  await main.db
    .insertInto('launches')
    .values({ ...row, created_at: now, claim_until: now })
    .execute()
  await resetIds(main.db, engine.name, main.id, ['launches'])
  await main.db.deleteFrom('launches').execute()
}
