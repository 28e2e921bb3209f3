/** Starts a real server with members, for tests of the pages that each of them receives over a socket. */
import { sendRaw } from './attacks/send-raw.ts'
import { openTestInstallation, type TestInstallation } from './test-installation.ts'

export const PASSWORD = 'three cold radiators'

/** A person with unique names and a unique email address. */
export class Person {
  readonly username: string
  readonly displayName: string
  readonly email: string
  id = 0
  cookie = ''
  /** Member hint cookie, which scripts can read. */
  hint = ''
  constructor(name: string) {
    const mark = crypto.randomUUID().slice(0, 8)
    this.username = `${name}_${mark}`
    this.displayName = `${name} of ${mark}`
    this.email = `${name}.${mark}@example.org`
  }

  /** Strings that identify the person in a page. */
  get marks(): string[] {
    return [this.username, this.displayName, this.email, `/user/${this.id}"`, `"id":${this.id},"username"`]
  }
}

export interface PageResponse {
  status: number
  headers: Record<string, string>
  html: string
}

export class MemberServer {
  readonly installation: TestInstallation
  url = ''
  constructor(installation: TestInstallation) {
    this.installation = installation
  }

  static async open(): Promise<MemberServer> {
    const server = new MemberServer(await openTestInstallation({ content: 'demo' }))
    await server.start('http://localhost')
    return server
  }

  async start(publicUrl: string): Promise<void> {
    await this.installation.start({ pages: true, listens: true, bySession: true, publicUrl, trustProxy: false })
    this.url = `http://localhost:${this.installation.port}`
  }

  /** Invalidates all cached data and responses that depend on these tables. */
  invalidate(tables: string[]): void {
    this.installation.built.caches.invalidate(this.installation.main.id, tables)
  }

  send(method: string, path: string, cookie = '', body: object = {}): Promise<Response> {
    const headers = { 'content-type': 'application/json', cookie, origin: this.url }
    return fetch(this.url + path, { method, body: JSON.stringify(body), headers })
  }

  async join(person: Person, { isAdmin = false } = {}): Promise<void> {
    const { username, displayName, email } = person
    const response = await this.send('POST', '/api/sign-up', '', { username, displayName, email, password: PASSWORD })
    person.id = ((await response.json()) as { user: { id: number } }).user.id
    person.cookie = findCookie(response, 'session')
    person.hint = findCookie(response, 'member')
    if (!isAdmin) return
    await this.installation.main.db.updateTable('users').set({ is_admin: true }).where('id', '=', person.id).execute()
    // The update above bypasses the server's cache invalidation.
    this.invalidate(['users'])
  }

  /** Opens another session. @returns its cookie */
  async signIn({ username }: Person): Promise<string> {
    return findCookie(await this.send('POST', '/api/sign-in', '', { username, password: PASSWORD }), 'session')
  }

  async getPage(path: string, person?: { cookie: string }, headers: Record<string, string> = {}): Promise<PageResponse> {
    const allHeaders = { host: new URL(this.url).host, ...(person ? { cookie: person.cookie } : {}), ...headers, connection: 'close' }
    const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`)
    const { status, headers: responseHeaders, text } = await sendRaw(this.url, `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    return { status, headers: responseHeaders, html: Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1').toString() }
  }
}

const findCookie = (response: Response, name: string): string =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''
