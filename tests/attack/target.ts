/** The server that is attacked, and how it is asked. */
import type { RunningServer } from '#tests/support/running-server.ts'

/** Who asks, by the cookies that a sign-in has left. */
export interface People {
  admin: string
  member: string
}
/** A server that the run has started itself: it may be filled, and ended. */
export interface OwnServer {
  running: RunningServer
  people: People
  /** What it is started with, so that it can be started again on the same data. */
  env: Record<string, string>
  /** Started again, at another address. */
  restart(): Promise<void>
}
export interface Target {
  url: string
  /** Absent where the server runs elsewhere and has to stay as it is. */
  own: OwnServer | undefined
  /** In `npm test`: less of each, a piece of every kind. */
  isShort: boolean
}

export interface Row {
  /** What was tried, in a few words. */
  name: string
  /** How many requests, connections or texts. */
  tried: number
  /** One line each, with how to repeat it. */
  faults: string[]
  /** What else is worth knowing of it. */
  note?: string
}
export interface Group {
  name: string
  /** Whether it may be sent to a server whose data somebody needs. */
  isHarmless: boolean
  /** For a server of our own `target.own` is there. */
  run(target: Target): Promise<Row[]>
}

export const ADMIN_NAME = 'keeper'
export const ADMIN_PASSWORD = 'lagged-boiler-at-dawn'
export const MEMBER_PASSWORD = 'lagged-boiler-at-dusk'

export interface Answer {
  status: number
  headers: Headers
  text: string
}
export interface Asked {
  /** GET without a body and POST with one, when absent. */
  method?: string
  /** As JSON, but for text and bytes. */
  body?: object | string | Uint8Array<ArrayBuffer> | undefined
  cookie?: string | undefined
  headers?: Record<string, string>
}

let callers = 0
/** Somebody who has not asked before, so that no limit is met by chance. */
export function newCaller(): string {
  callers += 1
  return `10.${50 + (callers >> 16)}.${(callers >> 8) & 255}.${callers & 255}`
}

/** @throws Error with the address, where no answer came */
export async function ask({ url }: Pick<Target, 'url'>, path: string, { body, cookie, headers, method }: Asked = {}): Promise<Answer> {
  const isPlain = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  try {
    const answer = await fetch(`${url}${path}`, {
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
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  } catch (fault) {
    throw new Error(`${method ?? 'GET'} ${path} has no answer.`, { cause: fault })
  }
}

/** The answer's JSON; an empty object where it is none. */
export function readJson({ text }: Answer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** For a line of the list of faults: short enough to be read. */
export const shorten = (text: string, length = 120): string => (text.length > length ? `${text.slice(0, length)}…` : text)
