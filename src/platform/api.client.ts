/** The browser's side of the contract: typed calls by path, and the query options every screen is built from. */
import { queryOptions, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint, Listed } from './endpoint.ts'

export type ReplyOf<E extends Endpoint> = E['list'] extends true
  ? Listed<z.output<E['reply']> extends (infer T)[] ? T : never>
  : z.output<E['reply']>

/** What a caller may give: path parameters, query parameters, body. */
export interface CallInput<E extends Endpoint> {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
}

export interface AnyInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** How a call travels: over HTTP in the browser, in process on the server. */
export type Transport = (method: string, path: string, input: AnyInput) => Promise<unknown>

interface ApiErrorDetails {
  errors?: { path: string; message: string }[]
  code?: string | undefined
  wait?: number | undefined
  /** What stands in `message` where the server has said nothing. */
  text?: string
}

/**
 * A call that failed. `message` is `{status}: {text}`; text is the server's message, else a body that is a few plain words, else
 * the status text.
 */
export class ApiError extends Error {
  readonly status: number
  /** What our own server said, in words for a person; absent where something in front of it answered, or it said nothing. */
  readonly serverMessage: string | undefined
  readonly errors: { path: string; message: string }[]
  /** `noun.reason`, where the server gave one. */
  readonly code: string | undefined
  /** After a 429: how many seconds to wait. */
  readonly wait: number | undefined

  /** The server and the page bundle each have a copy of this class: an error from the other one is also an ApiError. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ApiError'
  }

  constructor(status: number, serverMessage?: string, { errors = [], code, wait, text = 'Error' }: ApiErrorDetails = {}) {
    super(`${status}: ${serverMessage ?? text}`)
    this.name = 'ApiError'
    this.status = status
    this.serverMessage = serverMessage
    this.errors = errors
    this.code = code
    this.wait = wait
  }
}

/** What our server said of a failure, where it said anything. */
export const serverMessageOf = (fault: unknown): string | undefined => (fault instanceof ApiError ? fault.serverMessage : undefined)

/**
 * Why a call failed, for a reader: the server's words without its status, or that there was no answer.
 * @param otherwise what is said where the server has answered without words
 */
export const reasonOf = (fault: unknown, otherwise = 'The server could not answer. Please try again.'): string =>
  fault instanceof ApiError ? (fault.serverMessage ?? otherwise) : 'The site could not be reached. Check the connection and try again.'

/** The default queries' key is the path and what was asked: `['/api/articles', { query: { page: 2 } }]`. */
export const apiQuery = <E extends Endpoint & { method: 'GET' }>(path: E['path'], input: CallInput<E> = {}) =>
  queryOptions<ReplyOf<E>, ApiError>({ queryKey: [path, input] as QueryKey })

/** Everything stays fresh until something is changed here; one failing call is one error. */
export const makeQueryClient = (transport: Transport) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => transport('GET', queryKey[0] as string, queryKey[1] as AnyInput),
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        retryOnMount: false,
        // Without a network a call fails and says so, rather than waiting for one in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** Sends a write. @throws ApiError */
export const send = <E extends Endpoint>(method: E['method'], path: E['path'], input: CallInput<E>): Promise<ReplyOf<E>> =>
  overHttp(method, path, input) as Promise<ReplyOf<E>>

/** `/api/articles/:slug` with its parameters filled in and the query behind it; absent and blank values are left out. */
export function addressOf(path: string, input: AnyInput): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size ? `${filled}?${search}` : filled
}

type Listener = (refusal: ApiError) => unknown
const onRefused = new Set<Listener>()

/** Calls back when the server answers 401 or 403 to any call: the session may have ended. Returns how to stop. */
export function onRefusal(listener: Listener): () => void {
  onRefused.add(listener)
  return () => void onRefused.delete(listener)
}

/** @throws ApiError for every answer that is not a success; the browser's own error when there was no answer */
export const overHttp: Transport = async (method, path, input) => {
  const response = await fetch(addressOf(path, input), {
    method,
    credentials: 'include',
    headers: { accept: 'application/json', ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
  })
  await throwUnlessOk(response)
  const body: unknown = response.status === 204 ? null : await response.json()
  const total = response.headers.get('x-total-count')
  return total === null ? body : { items: body, total: Number(total) }
}

/** For what is sent otherwise than as JSON. @throws ApiError for every answer that is not a success */
export async function throwUnlessOk(response: Response): Promise<void> {
  if (response.ok) return
  const error = await toApiError(response)
  if (error.status === 401 || error.status === 403) for (const listener of onRefused) listener(error)
  throw error
}

/** Whatever answers: our server in its own form, or a proxy with a page, a word or nothing. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body = await response.text()
  const wait = Number(response.headers.get('retry-after')) || undefined
  const { message, code, errors } = readJson(body) ?? {}
  const said = typeof message === 'string' && message.trim() !== '' ? message : undefined
  return new ApiError(response.status, said, {
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    code: typeof code === 'string' ? code : undefined,
    wait,
    text: isFewWords(body) ? body.trim() : response.statusText || 'Error',
  })
}

function readJson(text: string): { message?: unknown; code?: unknown; errors?: unknown } | null | undefined {
  try {
    return JSON.parse(text) as object | null
  } catch {
    return undefined
  }
}

const isFieldError = (one: { path?: unknown; message?: unknown } | null): boolean =>
  typeof one?.path === 'string' && typeof one.message === 'string'

const MAX_WORDS = 200
/** Neither data nor a page, and short enough to be read. */
const isFewWords = (body: string): boolean =>
  body.trim() !== '' && body.length <= MAX_WORDS && !/^\s*</.test(body) && readJson(body) === undefined
