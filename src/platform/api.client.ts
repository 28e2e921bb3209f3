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

/** A call that failed. `message` is `{status}: {text}`; text is the server's message, the body as it is, or the status text. */
export class ApiError extends Error {
  readonly status: number
  readonly text: string
  readonly errors: { path: string; message: string }[]
  /** `noun.reason`, where the server gave one. */
  readonly code: string | undefined
  /** After a 429: how many seconds to wait. */
  readonly wait: number | undefined

  /** The server and the page bundle each have a copy of this class: an error from the other one is also an ApiError. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ApiError'
  }

  constructor(status: number, text: string, errors: { path: string; message: string }[] = [], code?: string, wait?: number) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.text = text
    this.errors = errors
    this.code = code
    this.wait = wait
  }
}

/** Why a call failed, for a reader: the server's words without its status, or that there was no answer. */
export const reasonOf = (fault: Error): string =>
  fault instanceof ApiError ? fault.text : 'The site could not be reached. Check the connection and try again.'

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
  if (!response.ok) {
    const error = await toApiError(response)
    if (error.status === 401 || error.status === 403) for (const listener of onRefused) listener(error)
    throw error
  }
  const body: unknown = response.status === 204 ? null : await response.json()
  const total = response.headers.get('x-total-count')
  return total === null ? body : { items: body, total: Number(total) }
}

async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text()
  try {
    const body = JSON.parse(text) as { message?: unknown; errors?: { path: string; message: string }[]; code?: string }
    const wait = Number(response.headers.get('retry-after')) || undefined
    if (typeof body.message === 'string') return new ApiError(response.status, body.message, body.errors, body.code, wait)
  } catch {
    // Not JSON: the text stands for itself.
  }
  return new ApiError(response.status, text || response.statusText)
}
