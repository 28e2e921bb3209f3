/** A served site with demo content and real sessions, for tests that make every call of the API. */
import type { FastifyBaseLogger } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { hashPassword } from '#features/accounts/passwords/password.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { WEBHOOK_EVENT_NAMES } from '#features/webhooks/webhook-events.policy.ts'
import { startReceiver, type WebhookReceiver } from '#features/webhooks/webhook.factory.ts'
import { allowPrivateTargets } from '#features/webhooks/webhook-target.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import { anyRowKey } from '#db/changes/row-keys.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { urlFor } from '#platform/client/api.client.ts'
import type { Config } from '#platform/config/config.ts'
import type { Context, Site } from '#platform/contract/context.ts'
import type { Endpoint, HttpMethod } from '#platform/contract/endpoint.ts'
import { MAIN_HOST, openTestInstallation, silentLog, type TestInstallation } from '#tests/support/test-installation.ts'
import { signIn } from '#tests/support/test-site.ts'
import type { CallInput, WriteCall } from './write-call.ts'

export type Role = 'visitor' | 'member' | 'admin'

/** The client of a call. A visitor has the id 0 and no cookie. */
export interface Actor {
  id: number
  role: Role
  username: string
  email: string
  cookie: string
}

export const PASSWORD = 'three cold radiators'

export interface Reply {
  status: number
  text: string
  /** Parsed JSON, otherwise the text. */
  // Tests access bodies of many shapes.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

interface SendOptions {
  cookie?: string
  /** Default: the main site's host. */
  host?: string
  body?: object | string | Buffer | undefined
  headers?: Record<string, string>
}

export interface PreparedCall {
  actor: Actor
  send(): Promise<Reply>
  sendAs(actor: Pick<Actor, 'cookie'>): Promise<Reply>
}

export class World {
  readonly installation: TestInstallation
  /** Hash of `PASSWORD`, computed once. */
  readonly #passwordHash: string
  #receiver: Promise<WebhookReceiver> | undefined
  #count = 0
  constructor(installation: TestInstallation, passwordHash: string) {
    this.installation = installation
    this.#passwordHash = passwordHash
  }

  get site(): Site {
    return this.installation.main
  }

  get db(): SiteDatabase {
    return this.installation.main.db
  }

  /** Context for services that are called directly. */
  get ctx(): Context {
    return this.installation.ctx
  }

  /** Returns a unique name, such as `topic 7`. */
  unique(noun: string): string {
    this.#count += 1
    return `${noun} ${this.#count}`
  }

  /** Creates a person with a session, a confirmed email address and `PASSWORD`. */
  async createActor(role: Role): Promise<Actor> {
    if (role === 'visitor') return { id: 0, role, username: '', email: '', cookie: '' }
    const cookie = await signIn({ site: this.site, db: this.db, log: silentLog }, { isAdmin: role === 'admin' })
    const { id, username, email } = await this.db
      .selectFrom('users')
      .select(['id', 'username', 'email'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await this.db.updateTable('users').set({ password_hash: this.#passwordHash }).where('id', '=', id).execute()
    return { id, role, username, email: email ?? '', cookie }
  }

  /** Creates a member without a session. */
  async createMember(): Promise<{ id: number }> {
    return makeUser({ db: this.db })
  }

  /** Sends a request from a new IP address, so that rate limits do not apply. */
  async send(method: HttpMethod, url: string, { cookie, host = MAIN_HOST, body, headers = {} }: SendOptions = {}): Promise<Reply> {
    const response = await this.installation.built.app.inject({
      method,
      url,
      headers: { host, ...this.installation.newCaller(), ...(cookie ? { cookie } : {}), ...headers },
      ...(method === 'GET' ? {} : { payload: body ?? {} }),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      text: response.body,
      body: isJson && response.body ? response.json() : response.body,
      headers: response.headers,
    }
  }

  /** Calls an endpoint. */
  call(endpoint: Endpoint, actor: Pick<Actor, 'cookie'>, { params, query, body, headers, host }: CallInput = {}): Promise<Reply> {
    return this.send(endpoint.method, urlFor(endpoint.path, { params, query }), {
      cookie: actor.cookie,
      body: body as object | undefined,
      headers: { ...(Buffer.isBuffer(body) ? { 'content-type': 'image/png' } : undefined), ...headers },
      ...(host === undefined ? {} : { host }),
    })
  }

  /**
   * Prepares a call: creates the actor and everything that the call needs.
   * @returns functions that send the same request, as the actor or (`sendAs`) as another one
   */
  async prepare({ endpoint, as, input }: WriteCall): Promise<PreparedCall> {
    const actor = await this.createActor(as)
    const prepared = await input(this, actor)
    return {
      actor,
      send: () => this.call(endpoint, { cookie: prepared.cookie ?? actor.cookie }, prepared),
      sendAs: ({ cookie }) => this.call(endpoint, { cookie }, prepared),
    }
  }

  /**
   * Makes a call that must succeed.
   * @throws Error with the response, unless it is 2xx
   */
  async mustSend(method: HttpMethod, url: string, options: SendOptions = {}): Promise<Reply['body']> {
    const reply = await this.send(method, url, options)
    if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.status} ${reply.text}`)
    return reply.body
  }

  /** Invalidates caches after direct writes to the database. */
  invalidate(...tables: string[]): void {
    const written = tables.flatMap((table) => (table.includes(':') ? [table] : [table, anyRowKey(table)]))
    this.installation.built.caches.invalidate(this.site.id, written)
  }

  /** Returns the body of the newest mail to this recipient, queued or sent. */
  async newestMailTo(email: string): Promise<string> {
    const { body } = await this.db
      .selectFrom('mails')
      .select('body')
      .where('to_address', '=', email)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return body
  }

  /** Starts a local webhook receiver. @returns its URL */
  async webhookUrl(): Promise<string> {
    this.#receiver ??= startReceiver()
    const { url, target } = await this.#receiver
    allowPrivateTargets([target])
    return url
  }

  async close(): Promise<void> {
    // Also deletes sites that calls have launched.
    const launches = await this.db.selectFrom('launches').select('id').execute()
    for (const { id } of launches) this.installation.copies.add(id)
    await this.installation.close()
    await (await this.#receiver)?.close()
  }
}

interface WorldOptions {
  /** Default: demo content. */
  content?: Config['content']
  /** PUBLIC_URL with MAIN_HOST, which mails with links require. */
  publicUrl?: string
  /** Serves the built pages; otherwise only the API. */
  pages?: boolean
  /** Listens on a free port: see `installation.port`. */
  listens?: boolean
  logger?: FastifyBaseLogger
  /** Kysely plugin on the main site's database. */
  plugin?: KyselyPlugin
}

/** Opens a world on the engine of the running test project. */
export async function openWorld({
  content = 'demo',
  publicUrl,
  pages = false,
  listens = false,
  logger,
  plugin,
}: WorldOptions = {}): Promise<World> {
  const installation = await openTestInstallation({ content })
  if (plugin) Object.assign(installation.main, { db: installation.main.db.withPlugin(plugin) })
  await recordEvents(installation.main)
  await installation.start({
    bySession: true,
    pages,
    listens,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(logger ? { logger } : {}),
  })
  return new World(installation, await hashPassword(PASSWORD))
}

/** Enables all notifications: a webhook for every event, and mail about enquiries. */
async function recordEvents({ db, settings }: Site): Promise<void> {
  settings.enquiryEmail = 'shop@example.org'
  await upsertSetting(db, 'enquiryEmail', settings.enquiryEmail)
  const at = new Date().toISOString()
  const webhook = { url: 'https://hooks.example.org/all', description: '', secret: '', created_at: at }
  await db
    .insertInto('webhooks')
    .values({ ...webhook, events: JSON.stringify(WEBHOOK_EVENT_NAMES) })
    .execute()
}
