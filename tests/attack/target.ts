/** The attacked server, and helpers to call it. */
import type { RunningServer } from '#tests/support/running-server.ts'

/** Session cookies. */
export interface People {
  admin: string
  member: string
}
/** A server started by the test run: it may be filled and killed. */
export interface OwnServer {
  running: RunningServer
  people: People
  /** Environment variables for a restart. */
  env: Record<string, string>
  /** Restarts it with the same data, on another port. */
  restart(): Promise<void>
}
export interface Target {
  url: string
  /** `undefined` for a foreign server, whose data must not change. */
  own: OwnServer | undefined
  /** Runs a sample of each group, as in `npm test`. */
  isShort: boolean
}

export interface Row {
  /** Short description of the attack. */
  name: string
  /** Number of requests, connections or texts. */
  tried: number
  /** One line per problem, with how to reproduce it. */
  problems: string[]
  /** Additional information. */
  note?: string
}
export interface Group {
  name: string
  /** Whether it is safe for a server in use. */
  isHarmless: boolean
  /** Runs the attacks; `target.own` is set for a server started by the test run. */
  run(target: Target): Promise<Row[]>
}

export const ADMIN_NAME = 'keeper'
export const ADMIN_PASSWORD = 'lagged-boiler-at-dawn'
export const MEMBER_PASSWORD = 'lagged-boiler-at-dusk'

export interface TargetResponse {
  status: number
  headers: Headers
  text: string
}
export interface RequestOptions {
  /** Default: POST with a body, otherwise GET. */
  method?: string
  /** Objects are sent as JSON, text and bytes unchanged. */
  body?: object | string | Uint8Array<ArrayBuffer> | undefined
  cookie?: string | undefined
  headers?: Record<string, string>
}

let callers = 0
/** Returns the IP address of a new client, so that rate limits do not affect other requests. */
export function newCaller(): string {
  callers += 1
  return `10.${50 + (callers >> 16)}.${(callers >> 8) & 255}.${callers & 255}`
}

/** Sends a request without following redirects. @throws Error with method and path when there is no response */
export async function ask(
  { url }: Pick<Target, 'url'>,
  path: string,
  { body, cookie, headers, method }: RequestOptions = {},
): Promise<TargetResponse> {
  const isPlain = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  try {
    const response = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        'x-forwarded-for': newCaller(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isPlain ? body : JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    throw new Error(`${method ?? 'GET'} ${path} has no response.`, { cause: error })
  }
}

/** Parses the response as a JSON object; returns an empty object when it is not one. */
export function readJson({ text }: TargetResponse): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Truncates a text for problem messages. */
export const shorten = (text: string, length = 120): string => (text.length > length ? `${text.slice(0, length)}…` : text)
