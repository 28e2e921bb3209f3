/** A main site that launches copies: the real app over its own databases, started and stopped as often as a test wants. */
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { BuiltApp } from '#app/build-app.ts'
import { Sites } from '#app/sites/sites.ts'
import { resetIds } from '#db/open-site.ts'
import type { OwnDomain } from '#features/deployment/domain-proof/domain-proof.contract.ts'
import { checkCopyDomain, findCopyDomain } from '#features/deployment/domain-proof/domain-proof.service.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import type { Engine } from '#db/engine.ts'
import type { Config } from '#platform/config/config.ts'
import type { Context, Log, Site, Viewer } from '#platform/contract/context.ts'
import type { TrustProxy } from '#platform/http/proxy.ts'
import { startDnsServer, type DnsServer } from './dns-server.ts'
import { buildTestApp, openTestSites, type CallResult, type TestSites } from './test-site.ts'

/** The main site's host, where there is no PUBLIC_URL. */
export const MAIN_HOST = 'localhost:3000'
export const silentLog: Log = { info() {}, warn() {}, error() {} }

interface StartOptions {
  publicUrl?: string
  /** With the pages, which must be built; otherwise the API alone. */
  pages?: boolean
  logger?: FastifyBaseLogger
  /** Whether the copies are opened before it answers; otherwise each is when it is asked for. */
  opensAll?: boolean
  /** Listens on a free port: see `port`. */
  listens?: boolean
  /** One proxy, when absent. */
  trustProxy?: TrustProxy
  /** Serves `/metrics` to clients with this token. */
  metricsToken?: string
  healthDetails?: boolean
  /** Sessions say who asks, as outside of tests; `viewer` says nothing. */
  bySession?: boolean
}
export interface RequestOptions {
  /** POST with a body and GET without, when absent. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  body?: object
  headers?: Record<string, string>
}

interface InstallationOptions {
  content?: Config['content']
  /** Everyone, when absent; null: nothing is stored, so the default applies. */
  launching?: 'everyone' | null
}

export async function openTestInstallation({
  content = 'empty',
  launching = 'everyone',
}: InstallationOptions = {}): Promise<TestInstallation> {
  const opened = await openTestSites({ content })
  if (launching) {
    await upsertSetting(opened.main.db, 'launching', launching)
    opened.main.settings.launching = launching
  }
  await beginIdsElsewhere(opened)
  return new TestInstallation(opened)
}

export class TestInstallation {
  readonly engine: Engine
  readonly folder: string
  readonly main: Site
  /** Who asks; null is a visitor. */
  viewer: Viewer | null = null
  /** Ids of the copies that are removed in the end: what `launch` makes, and what a test adds. */
  readonly copies = new Set<number>()
  /** The name server that is asked about domain names; from the first start on. */
  dns!: DnsServer
  /** Of the latest start. */
  sites!: Sites
  built!: BuiltApp
  readonly #opened: TestSites
  #address = 0

  constructor(opened: TestSites) {
    this.#opened = opened
    this.engine = opened.engine
    this.folder = opened.folder
    this.main = opened.main
  }

  /** Starts it, after stopping what ran before. */
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

  /** The same sites as another process would hold them, none of them open yet. */
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

  /** What a job of the main site works with. */
  get ctx(): Context {
    return { site: this.main, db: this.main.db, viewer: null, log: silentLog, installation: this.sites }
  }

  /** Asks the site of a host as `viewer`, from an address of its own. */
  async ask(
    host: string,
    url: string,
    { body, method = body ? 'POST' : 'GET', headers = {} }: RequestOptions = {},
  ): Promise<CallResult & { text: string }> {
    const answer = await this.built.app.inject({
      method,
      url,
      headers: { host, ...this.newCaller(), ...headers },
      ...(method === 'GET' ? {} : { payload: body ?? {} }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : answer.body,
      text: answer.body,
      headers: answer.headers as CallResult['headers'],
    }
  }

  /** The headers of somebody who has not asked before, so that no limit is met by chance. */
  newCaller(): { 'x-forwarded-for': string } {
    this.#address += 1
    return { 'x-forwarded-for': `10.3.${this.#address >> 8}.${this.#address & 255}` }
  }

  /** The number of a launch, by what strangers see of it. */
  async numberOf(publicId: string): Promise<number> {
    const { id } = await this.main.db.selectFrom('launches').select('id').where('public_id', '=', publicId).executeTakeFirstOrThrow()
    return id
  }

  /** Does what a copy's owner does: writes its record, and has it looked for. */
  async proveDomain(number: number): Promise<OwnDomain> {
    const before = await findCopyDomain(this.main, this.sites, number)
    if (!before) throw new Error('It has asked for no domain name.')
    this.dns.records.set(before.recordName, [before.recordValue])
    return checkCopyDomain(this.ctx, number)
  }

  /** Launches a copy; `host` is its own, `number` that of its row: empty and 0 when it was refused. */
  async launch(given: object, { host = MAIN_HOST, headers = {} }: { host?: string; headers?: Record<string, string> | undefined } = {}) {
    const answer = await this.ask(host, '/api/deployment', { body: { siteName: 'Green Street', ...given }, headers })
    const number = answer.body.id ? await this.numberOf(answer.body.id) : 0
    if (number) this.copies.add(number)
    return { ...answer, number, host: answer.body.address ? new URL(answer.body.address).host : '' }
  }
}

/** Several runs share one server, and a copy's database is named by its id: here they begin where nobody else's are. */
async function beginIdsElsewhere({ main, engine }: TestSites): Promise<void> {
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
