/** Several server processes on one PostgreSQL database, as on several machines: nothing is shared but what the database holds. */
import { request, type Agent } from 'node:http'
import pg from 'pg'
import { removeData, startServer, type RunningServer } from './running-server.ts'

export interface Asked {
  method?: string
  /** Sent as JSON; makes it a POST when nothing else is said. */
  body?: object
  cookie?: string
  /** Where it seems to come from. */
  clientIp?: string
  host?: string
  headers?: Record<string, string>
  /** Keeps connections open. */
  agent?: Agent
}

export interface Answer {
  status: number
  text: string
  headers: Record<string, string | string[] | undefined>
  // A test looks into answers of many shapes.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
}

export interface ServerGroup {
  servers: RunningServer[]
  databaseUrl: string
  /** Asks the process of this number. */
  ask(at: number, path: string, asked?: Asked): Promise<Answer>
  /** The cookie of the first administrator, signed in at the first process. */
  signInAdmin(): Promise<string>
  sql<T>(statement: string, values?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

const ADMIN_PASSWORD = 'kettle-harbour-moss'

/**
 * @param serverUrl of the PostgreSQL server; a database of their own is made there
 * @param env beside what makes them one installation; it may depend on their database's address
 * @param folder with another build of the server
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
  const shared = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: crypto.randomUUID(),
    TRUST_PROXY: 'true',
    ADMIN_PASSWORD,
    HOST: '127.0.0.1',
    ...(typeof env === 'function' ? await env(databaseUrl) : env),
  }
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(shared, folder)))
  let next = 0
  const ask = (at: number, path: string, asked: Asked = {}) => {
    next += 1
    return send(servers[at]?.url ?? '', path, { clientIp: `10.2.${next >> 8}.${next & 255}`, ...asked })
  }
  return {
    servers,
    databaseUrl,
    ask,
    async signInAdmin() {
      const answer = await ask(0, '/api/admin/login', { body: { username: 'admin', password: ADMIN_PASSWORD } })
      if (answer.status !== 200) throw new Error(`The administrator could not sign in: ${answer.status} ${answer.text}`)
      return cookieOf(answer)
    },
    sql: (statement, values) => query(databaseUrl, statement, values),
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      for (const { dataDir } of servers) removeData(dataDir)
      await query(serverUrl, `drop database ${database} with (force)`)
    },
  }
}

/** What the answer sets, as a browser would send it. */
export const cookieOf = ({ headers }: Answer): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ')

/** Names that a resolver would have to know go into the request only. */
function send(url: string, path: string, { method, body, cookie, clientIp, host, headers, agent }: Asked): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const sent = {
    host: host ?? `localhost:${port}`,
    ...(clientIp === undefined ? {} : { 'x-forwarded-for': clientIp }),
    ...(cookie === undefined ? {} : { cookie }),
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method: method ?? (body ? 'POST' : 'GET'), headers: sent, ...(agent ? { agent } : {}) }
    const call = request(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () => {
        const answer = Buffer.concat(parts).toString()
        const isJson = (response.headers['content-type'] ?? '').includes('json')
        const json = isJson && answer ? JSON.parse(answer) : undefined
        resolve({ status: response.statusCode ?? 0, text: answer, headers: response.headers, json })
      })
    })
    call.once('error', reject)
    call.end(text)
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
