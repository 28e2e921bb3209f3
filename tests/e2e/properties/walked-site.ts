/** A separate site for the walk, with an entry in every list, and its users. */
import { NO_NEWCOMER_LIMITS } from '#features/trust/trust.policy.ts'
import { request, type APIRequestContext, type Browser, type BrowserContext } from '@playwright/test'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { PASSWORD } from '../people.ts'

export type Role = 'visitor' | 'member' | 'administrator'

export interface Person {
  context: BrowserContext
  username: string
  password: string
}

let clientCount = 0
/** Headers with a new client IP address: rate limits count per IP address. */
export const nextClientHeaders = () => ({
  'x-forwarded-for': `10.${100 + (process.pid % 100)}.${++clientCount >> 8}.${clientCount & 255}`,
})
export const uniqueWord = () => `w${crypto.randomUUID().slice(0, 8)}`

export class WalkedSite {
  readonly #browser: Browser
  readonly #adminPassword = 'lagged-boiler-at-dawn'
  #server: RunningServer | undefined
  #office: APIRequestContext | undefined

  constructor(browser: Browser) {
    this.#browser = browser
  }

  get #url(): string {
    if (!this.#server) throw new Error('the site is not running')
    return this.#server.url
  }

  async start(): Promise<void> {
    this.#server = await startServer({ TRUST_PROXY: 'true', ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD: this.#adminPassword })
    await fillLists(this)
  }

  /** @throws Error when the server has logged an error */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    this.#office = undefined
    if (!server) return
    const code = await server.stop()
    removeData(server.dataDir)
    const errors = server
      .output()
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line))
    if (code !== 0 || errors.length > 0) throw new Error(`the server stopped with ${code}:\n${errors.slice(0, 5).join('\n')}`)
  }

  /** Returns an API client of the administrator; signs in again when the session has ended. */
  async office(): Promise<APIRequestContext> {
    if (this.#office && (await this.#office.get('/api/admin/session')).ok()) return this.#office
    this.#office = await request.newContext({
      baseURL: this.#url,
      extraHTTPHeaders: nextClientHeaders(),
    })
    await post(this.#office, '/api/admin/login', {
      username: 'keeper',
      password: this.#adminPassword,
    })
    return this.#office
  }

  async open(role: Role): Promise<Person> {
    const options = {
      baseURL: this.#url,
      extraHTTPHeaders: nextClientHeaders(),
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      reducedMotion: 'reduce',
    } as const
    if (role === 'administrator') {
      const storageState = await (await this.office()).storageState()
      const context = await this.#browser.newContext({ ...options, storageState })
      await context.addInitScript(() => {
        // The sandboxed frame of a mail preview has no storage.
        if (origin !== 'null') localStorage.setItem('isAdmin', 'true')
      })
      return { context, username: 'keeper', password: this.#adminPassword }
    }
    const context = await this.#browser.newContext(options)
    const username = uniqueWord()
    // A visitor has an account too, for sign-in forms.
    const calls = role === 'member' ? context.request : await this.guest()
    await post(calls, '/api/sign-up', { username, email: `${username}@example.org`, password: PASSWORD })
    return { context, username, password: PASSWORD }
  }

  /** Returns the latest link that matches in a mail to this recipient. */
  async linkInMail(to: string, pattern: RegExp): Promise<string> {
    const mails = (await (await (await this.office()).get('/api/admin/mail?perPage=50')).json()) as { to: string; body: string }[]
    for (const { body } of mails.filter((mail) => mail.to === to)) {
      const [link] = pattern.exec(body) ?? []
      if (link) return link.replace(/^https?:\/\/[^/]+/, '')
    }
    throw new Error(`no mail to ${to} has a link like ${pattern}`)
  }

  async guest(): Promise<APIRequestContext> {
    return request.newContext({ baseURL: this.#url, extraHTTPHeaders: nextClientHeaders() })
  }
}

/** @throws Error with the response when it is not a success */
export async function post<Result = Record<string, unknown>>(calls: APIRequestContext, path: string, data: object): Promise<Result> {
  const response = await calls.post(path, { data })
  if (!response.ok()) throw new Error(`POST ${path}: ${response.status()} ${await response.text()}`)
  return (await response.json()) as Result
}

/** Adds entries to each list of the back-office. */
async function fillLists(site: WalkedSite): Promise<void> {
  const office = await site.office()
  const guest = await site.guest()
  // The posts follow one another faster than the limits for guests and new members allow.
  await office.patch('/api/admin/settings', { data: { adminSecondFactor: false, newcomers: NO_NEWCOMER_LIMITS } })
  const link = 'See https://example.org/heat for more.'
  for (const name of ['Ada', 'Ben', 'Cleo']) {
    const email = `${name.toLowerCase()}@example.org`
    const { id } = await post<{ id: number }>(guest, '/api/enquiries', {
      name,
      email,
      phone: '01632 960123',
      address: '1 The Row',
      productId: 1,
    })
    if (name === 'Cleo') await office.delete(`/api/enquiries/${id}`, { data: {} })
    await post(guest, '/api/newsletter', { email })
    await post(office, '/api/admin/suppressions', { address: `gone.${email}` })
    await post(guest, '/api/forums', {
      title: `A question of ${name}`,
      content: link,
      categoryId: 1,
    })
    await post(guest, '/api/forum-replies', { forumId: 1, content: link })
    const author = await site.open('member')
    await post(author.context.request, '/api/reviews', {
      productId: 1,
      rating: 4,
      title: `Warm, says ${name}`,
      content: 'Quiet and warm in the whole house.',
    })
    await author.context.close()
    const { context } = await site.open('visitor')
    await context.request.post('/api/reviews', {
      data: {
        productId: 2,
        rating: 4,
        title: `Fine, says ${name}`,
        content: `Quiet and warm. ${link}`,
      },
    })
    await context.close()
    await post(office, '/api/admin/newsletter/issues', { fromActivity: name === 'Ada' })
    await post(office, '/api/admin/webhooks', {
      url: `https://hooks.example.org/${name}`,
      events: ['topic.created'],
    })
    await post(office, '/api/admin/launching/invitations', { note: name })
    await post(office, '/api/articles', {
      title: `A draft of ${name}`,
      slug: uniqueWord(),
      content: 'Words.',
      authorName: name,
      categoryId: 1,
      summary: '',
      status: 'draft',
    })
  }
  await post(guest, '/api/deployment', {
    siteName: 'Garden Walk',
    domainName: 'garden.example.net',
  })
  await post(office, '/api/admin/search-pins', { query: 'warm', url: '/articles/winter-range' })
  await office.patch('/api/admin/search-synonyms', { data: { groups: [['warm', 'hot']] } })
}
