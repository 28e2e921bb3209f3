/** What is tried: a main site with a copy beside it, people on both, and secrets on both sides of every wall. */
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
/** Stands in texts that everybody on the one site may read. */
const MARKS = { main: 'Mainmarkonly', copy: 'Copymarkonly' }

export interface FuzzAnswer {
  status: number
  text: string
  headers: Record<string, string | string[] | number | undefined>
  ms: number
  /** What all threads of this process have worked meanwhile; the database server's time is not in it. */
  cpuMs: number
}

const toCpuMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

interface Laid {
  installation: TestInstallation
  copy: { site: Site; host: string }
  passwordHash: string
  faults: string[]
  watchesStored: boolean
}

export class FuzzFixture {
  /** What the server has logged as a fault since the last look. */
  readonly faults: string[]
  secrets: readonly Secret[] = []
  readonly installation: TestInstallation
  /** Of both sites. */
  readonly #stored: readonly StoredState[]
  readonly #copy: Laid['copy']
  readonly #passwordHash: string
  readonly #cookies: Partial<Record<Role, string>> = {}
  constructor({ installation, copy, passwordHash, faults, watchesStored }: Laid) {
    this.faults = faults
    this.installation = installation
    this.#stored = watchesStored ? [new StoredState(installation.main), new StoredState(copy.site)] : []
    this.#copy = copy
    this.#passwordHash = passwordHash
  }

  async ask({ as, method, url, contentType, body }: FuzzCall): Promise<FuzzAnswer> {
    const cookie = this.#cookies[as]
    const [began, cpu] = [performance.now(), process.cpuUsage()]
    const answer = await this.installation.built.app.inject({
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
      status: answer.statusCode,
      text: answer.body,
      headers: answer.headers,
      ms: performance.now() - began,
      cpuMs: toCpuMs(process.cpuUsage(cpu)),
    }
  }

  /** Whoever was signed out, restricted or closed by a call is somebody new from now on. */
  async restorePeople(): Promise<void> {
    for (const role of ['member', 'admin', 'neighbour'] as const) {
      const { text } = await this.ask({ as: role, method: 'GET', url: '/api/session' })
      const { user } = JSON.parse(text) as { user?: { isAdmin?: boolean; isRestricted?: boolean } | null }
      if (!user || Boolean(user.isAdmin) !== (role !== 'member') || user.isRestricted) await this.#enter(role)
    }
    this.#cookies.stray = this.#cookies.neighbour ?? ''
    await this.findChanged()
  }

  /** @returns the tables of either site that are not what they were when this was last asked */
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
      { name: 'a text of the copy', text: MARKS.copy, readers: ['neighbour'] },
      ...tokens.map(({ token_hash }) => ({ name: 'the hash of a session', text: token_hash, readers: [] })),
    ]
  }

  /** What names something here: fresh for each endpoint, as others may have deleted what there was. */
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

  /** Whoever can sign in. */
  async #listNamesWithPassword(): Promise<string[]> {
    const { db } = this.installation.main
    const rows = await db.selectFrom('users').select('username').where('password_hash', '=', this.#passwordHash).limit(30).execute()
    return rows.map(({ username }) => username)
  }

  close(): Promise<void> {
    return this.installation.close()
  }
}

/** Whose ids a path takes. */
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

/** @param watchesStored looks after each call at what is stored on either site, which costs more than the call where a server is asked */
export async function openFuzzFixture(watchesStored = true): Promise<FuzzFixture> {
  const installation = await openTestInstallation({ content: 'demo' })
  const faults: string[] = []
  await installation.start({ bySession: true, pages: true, logger: collectFaults(faults) })
  const { host, number, text } = await installation.launch({ siteName: 'The Neighbour', content: 'starter' })
  for (const siteName of ['Green Street', 'Garden Row']) await installation.launch({ siteName, content: 'empty' })
  const site = installation.sites.findByHost(host)
  if (number === 0 || !site) throw new Error(`There is no copy: ${text}`)
  const fixture = new FuzzFixture({ installation, copy: { site, host }, passwordHash: await hashPassword(PASSWORD), faults, watchesStored })
  await fixture.restorePeople()
  await fixture.hideSecrets()
  await fixture.findChanged()
  return fixture
}

function collectFaults(faults: string[]): FastifyBaseLogger {
  const nothing = () => undefined
  const note = (about: unknown) => {
    const fault = (about as { err?: unknown })?.err ?? about
    faults.push(fault instanceof Error ? (fault.stack ?? fault.message) : JSON.stringify(fault))
  }
  const logger = { level: 'error', trace: nothing, debug: nothing, info: nothing, warn: nothing, silent: nothing, error: note, fatal: note }
  return Object.assign(logger, { child: () => logger }) as unknown as FastifyBaseLogger
}
