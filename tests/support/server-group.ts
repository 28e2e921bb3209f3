/** Starts several server processes on one PostgreSQL database. They share only the database, as if they ran on several machines. */
import { request, type Agent } from 'node:http'
import pg from 'pg'
import { removeData, startServer, type RunningServer } from './running-server.ts'

export interface RequestOptions {
  method?: string
  /** Sent as JSON; the default method is then POST. */
  body?: object
  cookie?: string
  /** Client IP address, sent as X-Forwarded-For. */
  clientIp?: string
  host?: string
  headers?: Record<string, string>
  /** HTTP agent, for keep-alive connections. */
  agent?: Agent
}

export interface GroupResponse {
  status: number
  text: string
  headers: Record<string, string | string[] | undefined>
  // Tests access responses of many shapes.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
}

export interface ServerGroup {
  servers: RunningServer[]
  databaseUrl: string
  /** Sends a request to the process with the index `at`. */
  ask(at: number, path: string, options?: RequestOptions): Promise<GroupResponse>
  /** Signs the first administrator in at the first process. @returns the session cookie */
  signInAdmin(): Promise<string>
  sql<T>(statement: string, values?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

const ADMIN_PASSWORD = 'kettle-harbour-moss'

/**
 * @param serverUrl the PostgreSQL server, on which a database is created
 * @param env additional environment variables, which may depend on the database's URL
 * @param folder the project folder whose build is started
 */
export async function startServerGroup(
  serverUrl: string,
  count: number,
  env: Record<string, string> | ((databaseUrl: string) => Promise<Record<string, string>>) = {},
  folder?: string,
): Promise<ServerGroup> {
  const database = `group_${crypto.randomUUID().slice(0, 8)}`
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href
  await query(serverUrl, `create database ${database}`)
  const sharedEnv = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: crypto.randomUUID(),
    TRUST_PROXY: 'true',
    ADMIN_PASSWORD,
    HOST: '127.0.0.1',
    ...(typeof env === 'function' ? await env(databaseUrl) : env),
  }
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(sharedEnv, folder)))
  let requestCount = 0
  const ask = (at: number, path: string, options: RequestOptions = {}) => {
    requestCount += 1
    return send(servers[at]?.url ?? '', path, { clientIp: `10.2.${requestCount >> 8}.${requestCount & 255}`, ...options })
  }
  return {
    servers,
    databaseUrl,
    ask,
    async signInAdmin() {
      const response = await ask(0, '/api/admin/login', { body: { username: 'admin', password: ADMIN_PASSWORD } })
      if (response.status !== 200) throw new Error(`The administrator could not sign in: ${response.status} ${response.text}`)
      return cookieOf(response)
    },
    sql: (statement, values) => query(databaseUrl, statement, values),
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      for (const { dataDir } of servers) removeData(dataDir)
      await query(serverUrl, `drop database ${database} with (force)`)
    },
  }
}

/** Returns the response's cookies as a `Cookie` header. */
export const cookieOf = ({ headers }: GroupResponse): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Sends a request. `host` is only sent as a header, because it may not be resolvable. */
function send(url: string, path: string, { method, body, cookie, clientIp, host, headers, agent }: RequestOptions): Promise<GroupResponse> {
  const { hostname, port } = new URL(url)
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const requestHeaders = {
    host: host ?? `localhost:${port}`,
    ...(clientIp === undefined ? {} : { 'x-forwarded-for': clientIp }),
    ...(cookie === undefined ? {} : { cookie }),
    ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const options = {
      hostname,
      port,
      path,
      method: method ?? (body ? 'POST' : 'GET'),
      headers: requestHeaders,
      ...(agent ? { agent } : {}),
    }
    const call = request(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () => {
        const text = Buffer.concat(parts).toString()
        const isJson = (response.headers['content-type'] ?? '').includes('json')
        const json = isJson && text ? JSON.parse(text) : undefined
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers, json })
      })
    })
    call.once('error', reject)
    call.end(payload)
  })
}

async function query<T>(url: string, statement: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(statement, values)
    return rows as T[]
  } finally {
    await client.end()
  }
}
