/** The browser's side of the contract: typed calls by path, and the query options every screen is built from. */
import { queryOptions, QueryClient } from '@tanstack/react-query'
import { splitCall } from '#platform/contract/call.client.ts'
import { ACTING_AS_HEADER, actingMember } from './acting-user.client.ts'
import type { ApiCall, CallArguments, CallInput, ReadCall, ResponseOf } from './api-calls.client.ts'
import { withKey } from './forms/filling-key.client.ts'
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
 * How a call travels: over HTTP in the browser, in process on the server.
 * @param onTables told which tables a read was answered from
 */
export type ApiTransport = (
  method: string,
  path: string,
  input: AnyInput,
  onTables?: (tables: readonly string[]) => void,
) => Promise<unknown>

declare module '@tanstack/react-query' {
  interface Register {
    /** The path of a call and what was asked; what is made from no call is named in the place of a path. */
    queryKey: readonly [path: string, input: AnyInput]
  }
}

interface ApiErrorDetails {
  errors?: { path: string; message: string }[]
  code?: string | undefined
  wait?: number | undefined
  current?: object | undefined
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
  /** After `version.stale`: what is stored now. */
  readonly current: object | undefined

  /** The server and the page bundle each have a copy of this class: an error from the other one is also an ApiError. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ApiError'
  }

  constructor(status: number, serverMessage?: string, { errors = [], code, wait, current, text = 'Error' }: ApiErrorDetails = {}) {
    super(`${status}: ${serverMessage ?? text}`)
    this.name = 'ApiError'
    this.status = status
    this.serverMessage = serverMessage
    this.errors = errors
    this.code = code
    this.wait = wait
    this.current = current
  }
}

/** No response arrived: the network is down, or the connection was lost on the way. The message says what to do. */
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

/** For an ended session where no draft is stored. The server's own message promises one. */
export const SIGNED_OUT = 'You have been signed out. Sign in again.'

/** Whether the session of the member as whom the browser acts has ended. */
export const isSessionEnded = (fault: unknown): boolean => fault instanceof ApiError && fault.code === 'auth.session_ended'

/** Whether a call failed because the session has ended, or there is none. */
export const isSignedOut = (fault: unknown): boolean =>
  fault instanceof ApiError && (fault.code === 'auth.session_ended' || fault.code === 'auth.sign_in_needed')

/** What our server said of a failure, where it said anything. */
export const serverMessageOf = (fault: unknown): string | undefined => (fault instanceof ApiError ? fault.serverMessage : undefined)

/**
 * Why a call failed, for a person: the server's message without its status, or that no response arrived. The message of an ended
 * session promises that the text is saved; only a form with a stored draft shows that (`serverMessageOf`).
 * @param otherwise what is said where the server has answered without a message
 */
export const failureReason = (fault: unknown, otherwise = 'The server could not answer. Please try again.'): string =>
  isSessionEnded(fault)
    ? SIGNED_OUT
    : fault instanceof ApiError
      ? (fault.serverMessage ?? otherwise)
      : fault instanceof ConnectionError
        ? fault.message
        : LOST_READ

/** Options of a query whose key is the path and the input: `['/api/things', { query: { page: 2 } }]`. */
export const apiQuery = <C extends ReadCall>(call: C, ...[input = {} as CallInput<C>]: CallArguments<C>) =>
  queryOptions<ResponseOf<C>, ApiError>({ queryKey: [pathOf(call), input as AnyInput] })

/** Everything stays fresh until something is changed here; one failing call is one error. */
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
        // Without a network a call fails and says so, rather than waiting for one in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/**
 * Calls the API over HTTP, typed by its contract: `api('PATCH /api/things/:id', { params: { id }, body })`. A write refreshes the
 * queries that it made stale.
 * @throws ApiError
 */
export function api<C extends ApiCall>(call: C, ...[input = {} as CallInput<C>]: CallArguments<C>): Promise<ResponseOf<C>> {
  const [method, path] = splitCall(call)
  const response =
    method === 'GET'
      ? httpTransport(method, path, input)
      : shareWrite(method, path, method === 'POST' ? withKey<AnyInput>(input) : input, httpTransport)
  return response as Promise<ResponseOf<C>>
}

/** The path of a call without its method, as it is in the keys of queries. */
export const pathOf = (call: ApiCall): string => splitCall(call)[1]

/** The URL of a call, for links to files. */
export const apiUrl = <C extends ApiCall>(call: C, input: Partial<Pick<CallInput<C>, 'params' | 'query'>> = {}): string =>
  urlFor(pathOf(call), input)

/** `/api/things/:slug` with its parameters filled in and the query behind it; absent and blank values are left out. */
export function urlFor(path: string, input: AnyInput): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size ? `${filled}?${search}` : filled
}

type Listener = (refusal: ApiError) => unknown
const onRefused = new Set<Listener>()

/** Calls back when the server answers 401 or 403 to any call: the session may have ended. Returns how to stop. */
export function onUnauthorized(listener: Listener): () => void {
  onRefused.add(listener)
  return () => void onRefused.delete(listener)
}

/** @throws ApiError for every response that is not a success of ours; the browser's own error when there was no response */
export const httpTransport: ApiTransport = (method, path, input, onTables) =>
  method === 'GET'
    ? fetchJson(method, path, input, onTables)
    : withQueryRefresh(
        (notes) =>
          fetchJson(method, path, input, notes.written).catch((fault: unknown) => {
            if (fault instanceof ApiError && OUTDATED.has(fault.status)) notes.outdated()
            throw fault
          }),
        input.refetches,
      )

/** Statuses of a write that somebody else was faster than. */
const OUTDATED = new Set([404, 409, 410])

async function fetchJson(method: string, path: string, input: AnyInput, onTables?: (tables: readonly string[]) => void): Promise<unknown> {
  const { response, text } = await exchange(method, path, input)
  assertOk(response, text)
  const body = response.status === 204 ? null : parseOwnJson(text)
  const tables = response.headers.get(method === 'GET' ? READ_TABLES_HEADER : WRITTEN_TABLES_HEADER)
  if (tables) onTables?.(tables.split(','))
  const total = response.headers.get('x-total-count')
  return total === null ? body : { items: body, total: Number(total) }
}

/** @throws ConnectionError when no response arrived, or only a part of one */
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

/** What a file really is, the server reads from its bytes. */
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

/** A page where data should be comes from something in front of the site: a proxy, or a network that wants a sign-in first. */
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
  if (error.status === 401 || error.status === 403) for (const listener of onRefused) listener(error)
  throw error
}

/** Whatever answers: our server in its own form, or a proxy with a page, a word or nothing. */
export const toApiError = async (response: Response): Promise<ApiError> => parseError(response, await response.text())

function parseError(response: Response, body: string): ApiError {
  const wait = Number(response.headers.get('retry-after')) || undefined
  const { message, code, errors, current } = readJson(body) ?? {}
  const said = typeof message === 'string' && message.trim() !== '' ? message : undefined
  return new ApiError(response.status, said, {
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    code: typeof code === 'string' ? code : undefined,
    wait,
    current: typeof current === 'object' && current !== null ? current : undefined,
    text: isFewWords(body) ? body.trim() : response.statusText || 'Error',
  })
}

function readJson(text: string): { message?: unknown; code?: unknown; errors?: unknown; current?: unknown } | null | undefined {
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
