/** The browser's API client: calls typed by their contract, and query options for TanStack Query. */
import { queryOptions, QueryClient } from '@tanstack/react-query'
import { splitCall } from '#platform/contract/call.client.ts'
import { ACTING_AS_HEADER, actingMember } from './acting-user.client.ts'
import type { ApiCall, CallArguments, CallInput, ReadCall, ResponseOf } from './api-calls.client.ts'
import { withNextIdempotencyKey } from './forms/idempotency-key.client.ts'
import { shareWrite } from './share-write.client.ts'
import { READ_TABLES_HEADER, setQueryTables, withQueryRefresh, WRITTEN_TABLES_HEADER } from './query-refresh.client.ts'

export type { CallInput }

export interface AnyInput {
  params?: unknown
  query?: unknown
  body?: unknown
  file?: Blob
  idempotencyKey?: string
  refetches?: false
  signal?: AbortSignal
}

/**
 * Sends a call: over HTTP in the browser, in process on the server.
 * @param onTables receives the tables that a read was computed from
 */
export type ApiTransport = (
  method: string,
  path: string,
  input: AnyInput,
  onTables?: (tables: readonly string[]) => void,
) => Promise<unknown>

declare module '@tanstack/react-query' {
  interface Register {
    /** Path and input of a call. Queries without a call have a name in place of the path. */
    queryKey: readonly [path: string, input: AnyInput]
  }
}

interface ApiErrorDetails {
  errors?: { path: string; message: string }[]
  code?: string | undefined
  waitSeconds?: number | undefined
  current?: object | undefined
  /** Text of `message` if there is no server message. */
  text?: string
}

/**
 * A failed call. `message` is `{status}: {text}`, where text is the server's message, otherwise a short plain-text body, otherwise the
 * status text.
 */
export class ApiError extends Error {
  readonly status: number
  /** User-facing message of this site's server; undefined if it sent none or a proxy responded. */
  readonly serverMessage: string | undefined
  /** Messages of single fields; `path` is dotted. */
  readonly errors: { path: string; message: string }[]
  /** Error code `noun.reason`, if the server sent one. */
  readonly code: string | undefined
  /** Seconds to wait, from Retry-After. */
  readonly waitSeconds: number | undefined
  /** The stored item, after `version.stale`. */
  readonly current: object | undefined

  /** Compares by name, because the server and the page bundle each contain this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ApiError'
  }

  constructor(status: number, serverMessage?: string, { errors = [], code, waitSeconds, current, text = 'Error' }: ApiErrorDetails = {}) {
    super(`${status}: ${serverMessage ?? text}`)
    this.name = 'ApiError'
    this.status = status
    this.serverMessage = serverMessage
    this.errors = errors
    this.code = code
    this.waitSeconds = waitSeconds
    this.current = current
  }
}

/** Thrown if no complete response arrived: the network is down or the connection was lost. The message is user-facing. */
export class ConnectionError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ConnectionError'
  }

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConnectionError'
  }
}

const UNREACHABLE = 'We could not reach the server. Check your connection and'
const LOST_READ = `${UNREACHABLE} try again.`
const LOST_WRITE = `${UNREACHABLE} press again.`
const LOST_IDEMPOTENT_POST = `${UNREACHABLE} press again: nothing is posted twice.`

/** Message for an ended session without a stored draft; the server's own message promises that the text is saved. */
export const SIGNED_OUT = 'You have been signed out. Sign in again.'

/** Whether a call failed because the session of the member as whom the browser acts has ended. */
export const isSessionEnded = (error: unknown): boolean => error instanceof ApiError && error.code === 'auth.session_ended'

/** Whether a call failed because the session has ended or there was none. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'auth.session_ended' || error.code === 'auth.sign_in_needed')

export const serverMessageOf = (error: unknown): string | undefined => (error instanceof ApiError ? error.serverMessage : undefined)

/**
 * Returns the user-facing message for a failed call. For an ended session that is `SIGNED_OUT`, because the server's message promises that
 * the text is saved; only forms with a stored draft show that one (`serverMessageOf`).
 * @param fallback message for responses without a server message
 */
export const failureReason = (error: unknown, fallback = 'The server could not answer. Please try again.'): string =>
  isSessionEnded(error)
    ? SIGNED_OUT
    : error instanceof ApiError
      ? (error.serverMessage ?? fallback)
      : error instanceof ConnectionError
        ? error.message
        : LOST_READ

/** Returns the options of a query whose key is the path and input: `['/api/things', { query: { page: 2 } }]`. */
export const apiQuery = <C extends ReadCall>(call: C, ...[input = {} as CallInput<C>]: CallArguments<C>) =>
  queryOptions<ResponseOf<C>, ApiError>({ queryKey: [pathOf(call), input as AnyInput] })

/** Creates a query client whose data stays fresh until a write of this browser invalidates it. Failed calls are not retried. */
export const makeQueryClient = (transport: ApiTransport): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => transport('GET', ...queryKey, (tables) => setQueryTables(client, queryKey, tables)),
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        retryOnMount: false,
        // Fail when offline instead of pausing until the network is back.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/**
 * Calls the API over HTTP, typed by its contract: `api('PATCH /api/things/:id', { params: { id }, body })`. A write refetches the
 * queries that it made stale.
 * @returns the parsed body; for lists `{ items, total }`
 * @throws ApiError for a response that is not a success; ConnectionError if no complete response arrived; AbortError if aborted
 */
export function api<C extends ApiCall>(call: C, ...[input = {} as CallInput<C>]: CallArguments<C>): Promise<ResponseOf<C>> {
  const [method, path] = splitCall(call)
  const response =
    method === 'GET'
      ? httpTransport(method, path, input)
      : shareWrite(method, path, method === 'POST' ? withNextIdempotencyKey<AnyInput>(input) : input, httpTransport)
  return response as Promise<ResponseOf<C>>
}

/** Returns the path of a call without its method, as used in query keys. */
export const pathOf = (call: ApiCall): string => splitCall(call)[1]

/** Returns the URL of a call, for links to files. */
export const apiUrl = <C extends ApiCall>(call: C, input: Partial<Pick<CallInput<C>, 'params' | 'query'>> = {}): string =>
  urlFor(pathOf(call), input)

/** Fills the parameters into `/api/things/:slug` and appends the query. Undefined and empty values are omitted. */
export function urlFor(path: string, input: AnyInput): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const entries = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return search.size ? `${filled}?${search}` : filled
}

type Listener = (error: ApiError) => unknown
const unauthorizedListeners = new Set<Listener>()

/** Subscribes to 401 and 403 responses of all calls: the session may have ended. Returns the unsubscribe function. */
export function onUnauthorized(listener: Listener): () => void {
  unauthorizedListeners.add(listener)
  return () => void unauthorizedListeners.delete(listener)
}

/**
 * Sends calls over HTTP.
 * @throws ApiError for a response that is not a success; ConnectionError if no complete response arrived; AbortError if aborted
 */
export const httpTransport: ApiTransport = (method, path, input, onTables) =>
  method === 'GET'
    ? fetchJson(method, path, input, onTables)
    : withQueryRefresh(
        (report) =>
          fetchJson(method, path, input, report.written).catch((error: unknown) => {
            if (error instanceof ApiError && OUTDATED_STATUSES.has(error.status)) report.outdated()
            throw error
          }),
        input.refetches,
      )

/** Statuses of a rejected write whose target was changed or deleted meanwhile. */
const OUTDATED_STATUSES = new Set([404, 409, 410])

async function fetchJson(method: string, path: string, input: AnyInput, onTables?: (tables: readonly string[]) => void): Promise<unknown> {
  const { response, text } = await exchange(method, path, input)
  assertOk(response, text)
  const body = response.status === 204 ? null : parseOwnJson(text)
  const tables = response.headers.get(method === 'GET' ? READ_TABLES_HEADER : WRITTEN_TABLES_HEADER)
  if (tables) onTables?.(tables.split(','))
  const total = response.headers.get('x-total-count')
  return total === null ? body : { items: body, total: Number(total) }
}

/** Sends a request and reads the whole response. @throws ConnectionError if no complete response arrived; AbortError if aborted */
async function exchange(method: string, path: string, input: AnyInput): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(urlFor(path, input), {
      method,
      credentials: 'include',
      ...(input.signal ? { signal: input.signal } : {}),
      ...(method === 'GET' ? { headers: { ...ACCEPT_JSON, ...actingAs() } } : toRequestBody(input)),
    })
    return { response, text: await response.text() }
  } catch (cause) {
    if (input.signal?.aborted) throw cause
    throw new ConnectionError(method === 'GET' ? LOST_READ : input.idempotencyKey ? LOST_IDEMPOTENT_POST : LOST_WRITE, { cause })
  }
}

function actingAs(): Record<string, string> {
  const id = actingMember()
  return id === undefined ? {} : { [ACTING_AS_HEADER]: String(id) }
}

const ACCEPT_JSON = { accept: 'application/json' }

/** Returns headers and body of a write. The content type of a file is a hint: the server detects it from the bytes. */
function toRequestBody({ body, file, idempotencyKey }: AnyInput): Pick<RequestInit, 'headers' | 'body'> {
  const fileType = file?.type.startsWith('image/') ? file.type : 'image/unknown'
  const headers = {
    ...ACCEPT_JSON,
    ...actingAs(),
    'content-type': file ? fileType : 'application/json',
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
  return { headers, body: file ?? JSON.stringify(body ?? {}) }
}

/** Parses JSON. @throws ApiError 502 for any other body: it comes from a proxy or a captive portal */
function parseOwnJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(502, undefined, { text: 'The response did not come from the site' })
  }
}

function assertOk(response: Response, text: string): void {
  if (response.ok) return
  const error = parseError(response, text)
  if (error.status === 401 || error.status === 403) for (const listener of unauthorizedListeners) listener(error)
  throw error
}

/** Converts an error response of our server, or of a proxy in front of it, to an ApiError. */
export const toApiError = async (response: Response): Promise<ApiError> => parseError(response, await response.text())

function parseError(response: Response, body: string): ApiError {
  const waitSeconds = Number(response.headers.get('retry-after')) || undefined
  const { message, code, errors, current } = readJson(body) ?? {}
  const serverMessage = typeof message === 'string' && message.trim() !== '' ? message : undefined
  return new ApiError(response.status, serverMessage, {
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    code: typeof code === 'string' ? code : undefined,
    waitSeconds,
    current: typeof current === 'object' && current !== null ? current : undefined,
    text: isShortText(body) ? body.trim() : response.statusText || 'Error',
  })
}

function readJson(text: string): { message?: unknown; code?: unknown; errors?: unknown; current?: unknown } | null | undefined {
  try {
    return JSON.parse(text) as object | null
  } catch {
    return undefined
  }
}

const isFieldError = (entry: { path?: unknown; message?: unknown } | null): boolean =>
  typeof entry?.path === 'string' && typeof entry.message === 'string'

const MAX_TEXT_LENGTH = 200
/** Whether a body is neither JSON nor HTML, and short enough for a message. */
const isShortText = (body: string): boolean =>
  body.trim() !== '' && body.length <= MAX_TEXT_LENGTH && !/^\s*</.test(body) && readJson(body) === undefined
