/** The fuzzed installation: a main site and a tenant site, users on both, and marked secrets that must not leak between them. */
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { forAnyTable } from '#db/any-table.ts'
import { hashPassword } from '#features/accounts/passwords/password.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Site } from '#platform/contract/context.ts'
import { MAIN_HOST, openTestInstallation, silentLog, type TestInstallation } from '#tests/support/test-installation.ts'
import { signIn } from '#tests/support/test-site.ts'
import type { KnownValues } from './fuzz-arbitraries.ts'
import { ROLES, type FuzzCall, type Role } from './fuzz-calls.ts'
import type { Secret } from './leaks.ts'
import { StoredState } from './stored-state.ts'

const PASSWORD = 'three cold radiators'
/** Part of texts that are public on one site only. */
const MARKS = { main: 'Mainmarkonly', copy: 'Copymarkonly' }

export interface FuzzResponse {
  status: number
  text: string
  headers: Record<string, string | string[] | number | undefined>
  ms: number
  /** CPU time of all threads of this process during the call; without the database server's. */
  cpuMs: number
}

const toCpuMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

interface FixtureOptions {
  installation: TestInstallation
  copy: { site: Site; host: string }
  passwordHash: string
  loggedErrors: string[]
  watchesStored: boolean
}

export class FuzzFixture {
  /** Errors logged since the list was last cleared. */
  readonly loggedErrors: string[]
  secrets: readonly Secret[] = []
  readonly installation: TestInstallation
  /** Stored state of both sites. */
  readonly #stored: readonly StoredState[]
  readonly #copy: FixtureOptions['copy']
  readonly #passwordHash: string
  readonly #cookies: Partial<Record<Role, string>> = {}
  constructor({ installation, copy, passwordHash, loggedErrors, watchesStored }: FixtureOptions) {
    this.loggedErrors = loggedErrors
    this.installation = installation
    this.#stored = watchesStored ? [new StoredState(installation.main), new StoredState(copy.site)] : []
    this.#copy = copy
    this.#passwordHash = passwordHash
  }

  async ask({ as, method, url, contentType, body }: FuzzCall): Promise<FuzzResponse> {
    const cookie = this.#cookies[as]
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
    const response = await this.installation.built.app.inject({
      method: method as 'GET',
      url,
      headers: {
        host: as === 'neighbour' ? this.#copy.host : MAIN_HOST,
        ...this.installation.newCaller(),
        ...(cookie ? { cookie } : {}),
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      },
      ...(body === undefined ? {} : { payload: body }),
    })
    return {
      status: response.statusCode,
      text: response.body,
      headers: response.headers,
      ms: performance.now() - startedAt,
      cpuMs: toCpuMs(process.cpuUsage(cpu)),
    }
  }

  /** Replaces users that a call has signed out, restricted or deleted. */
  async restorePeople(): Promise<void> {
    for (const role of ['member', 'admin', 'neighbour'] as const) {
      const { text } = await this.ask({ as: role, method: 'GET', url: '/api/session' })
      const { user } = JSON.parse(text) as { user?: { isAdmin?: boolean; isRestricted?: boolean } | null }
      if (!user || Boolean(user.isAdmin) !== (role !== 'member') || user.isRestricted) await this.#enter(role)
    }
    this.#cookies.stray = this.#cookies.neighbour ?? ''
    await this.findChanged()
  }

  /** @returns the tables of either site that have changed since the last call */
  async findChanged(): Promise<string[]> {
    const changed = await Promise.all(this.#stored.map((one) => one.findChanged()))
    return [...new Set(changed.flat())]
  }

  async #enter(role: 'member' | 'admin' | 'neighbour'): Promise<void> {
    const site = role === 'neighbour' ? this.#copy.site : this.installation.main
    this.#cookies[role] = await signIn({ site, db: site.db, log: silentLog }, { isAdmin: role !== 'member' })
    await site.db.updateTable('users').set({ password_hash: this.#passwordHash }).where('password_hash', '=', 'secret-hash').execute()
  }

  async hideSecrets(): Promise<void> {
    const { main } = this.installation
    const bystander = `bystander-${crypto.randomUUID()}`
    await makeUser(main, { username: bystander.slice(0, 25) })
    const email = `${bystander}@example.org`
    const totp = 'JBSWY3DPEHPK3PXPBYSTANDER'
    await main.db
      .updateTable('users')
      .set({ email, totp_secret: totp, password_hash: this.#passwordHash })
      .where('username', '=', bystander.slice(0, 25))
      .execute()
    for (const [mark, site] of [
      [MARKS.main, main],
      [MARKS.copy, this.#copy.site],
    ] as const)
      for (const [table, column] of [
        ['articles', 'title'],
        ['products', 'name'],
        ['topics', 'title'],
        ['users', 'display_name'],
        ['enquiries', 'name'],
      ] as const)
        await forAnyTable(site.db)
          .updateTable(table)
          .set({ [column]: sql`${sql.ref(column)} || ${` ${mark}`}` })
          .where(column, 'is not', null)
          .execute()
    const tokens = await main.db.selectFrom('sessions').select('token_hash').execute()
    this.secrets = [
      { name: 'another member’s email address', text: email, readers: ['admin'] },
      { name: 'a secret of the second factor', text: totp, readers: [] },
      { name: 'a text of the main site', text: MARKS.main, readers: ROLES.filter((role) => role !== 'neighbour') },
      { name: 'a text of the tenant site', text: MARKS.copy, readers: ['neighbour'] },
      ...tokens.map(({ token_hash }) => ({ name: 'the hash of a session', text: token_hash, readers: [] })),
    ]
  }

  /** Reads existing ids, slugs etc., again for each endpoint, as calls may have deleted rows. */
  async findKnown(path: string): Promise<KnownValues> {
    const { main } = this.installation
    const column = async (table: string, name: string) =>
      (await forAnyTable(main.db).selectFrom(table).select(name).where(name, 'is not', null).limit(30).execute()).map((row) => row[name])
    const launches = await main.db.selectFrom('launches').select(['id', 'public_id']).where('slug', '!=', 'the-neighbour').execute()
    const isAboutCopies = /\/(sites|deployment)\b/.test(path)
    const tableOfIds = IDS.find(([pattern]) => pattern.test(path))?.[1]
    const ids = isAboutCopies ? launches.flatMap(({ id, public_id }) => [id, public_id]) : tableOfIds ? await column(tableOfIds, 'id') : []
    const slugs = /products/.test(path) ? 'products' : /categor/.test(path) ? 'categories' : 'articles'
    return [
      [/slug/i, await column(slugs, 'slug')],
      [/^id$/i, ids],
      [/password/i, [PASSWORD, 'four warm radiators']],
      [/email/i, ['reader@example.org', ...(await column('users', 'email')).filter((email) => !String(email).startsWith('bystander'))]],
      [/username/i, await this.#listNamesWithPassword()],
      [/^categoryId$/, await column('categories', 'id')],
      [/^productId$/, await column('products', 'id')],
      [/^forumId$/, await column('topics', 'id')],
      [/^authorId$/, await column('experts', 'id')],
      [/^userId$/, await column('users', 'id')],
      [/^phone$/, ['07700 900123', '01632 960001']],
      [/^price$/, ['£90', 'From £1,200', 'Free']],
      [/^code$/, ['000000', '123456']],
      [/^name$/i, isAboutCopies ? ['Green Street', 'Garden Row'] : ['Ada Quill', 'A warm kettle']],
      [/url|image/i, ['https://example.invalid/a.png', 'https://example.invalid/b.webp', '/uploads/none.webp', 'http://127.0.0.1:9/a.png']],
    ]
  }

  /** Lists users that can sign in. */
  async #listNamesWithPassword(): Promise<string[]> {
    const { db } = this.installation.main
    const rows = await db.selectFrom('users').select('username').where('password_hash', '=', this.#passwordHash).limit(30).execute()
    return rows.map(({ username }) => username)
  }

  close(): Promise<void> {
    return this.installation.close()
  }
}

/** The table whose ids a path takes. */
const IDS: readonly [pattern: RegExp, table: string][] = [
  [/\/me\/sessions/, 'sessions'],
  [/\/passkeys/, 'passkeys'],
  [/\/forum-replies/, 'replies'],
  [/\/forums/, 'topics'],
  [/\/expert-articles/, 'expert_articles'],
  [/\/articles/, 'articles'],
  [/\/products/, 'products'],
  [/\/reviews/, 'reviews'],
  [/\/review-evidence/, 'review_evidence'],
  [/\/users/, 'users'],
  [/\/enquiries/, 'enquiries'],
  [/\/newsletter/, 'subscribers'],
  [/\/mail/, 'mails'],
  [/\/trash/, 'trash'],
]

/** @param watchesStored compares the stored state after each call, which on PostgreSQL costs more than the call itself */
export async function openFuzzFixture(watchesStored = true): Promise<FuzzFixture> {
  const installation = await openTestInstallation({ content: 'demo' })
  const loggedErrors: string[] = []
  await installation.start({ bySession: true, pages: true, logger: collectErrors(loggedErrors) })
  const { host, number, text } = await installation.launch({ siteName: 'The Neighbour', content: 'starter' })
  for (const siteName of ['Green Street', 'Garden Row']) await installation.launch({ siteName, content: 'empty' })
  const site = installation.sites.findByHost(host)
  if (number === 0 || !site) throw new Error(`The launch failed: ${text}`)
  const fixture = new FuzzFixture({
    installation,
    copy: { site, host },
    passwordHash: await hashPassword(PASSWORD),
    loggedErrors,
    watchesStored,
  })
  await fixture.restorePeople()
  await fixture.hideSecrets()
  await fixture.findChanged()
  return fixture
}

function collectErrors(loggedErrors: string[]): FastifyBaseLogger {
  const nothing = () => undefined
  const record = (about: unknown) => {
    const error = (about as { err?: unknown })?.err ?? about
    loggedErrors.push(error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error))
  }
  const logger = {
    level: 'error',
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: nothing,
    silent: nothing,
    error: record,
    fatal: record,
  }
  return Object.assign(logger, { child: () => logger }) as unknown as FastifyBaseLogger
}
