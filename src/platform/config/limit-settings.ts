/** Settings of timeouts and limits: connections, database, process. */
import { wholeSetting } from './setting.ts'
import { z } from '#platform/contract/zod.ts'

const SECONDS = 'a number of seconds'
const MEGABYTES = 'a number of megabytes'

export const LIMIT_SETTINGS = {
  MAX_CONNECTIONS: wholeSetting(
    5000,
    [0, 1_000_000],
    'a number',
    'Maximum number of open connections; further ones are closed. 0: no limit.',
  ),
  KEEP_ALIVE_SECONDS: wholeSetting(
    72,
    [1, 3600],
    SECONDS,
    'Keep-alive timeout of idle connections; longer than that of the proxy in front.',
  ),
  HEADERS_WITHIN_SECONDS: wholeSetting(60, [1, 3600], SECONDS, 'Timeout for receiving the headers of a request.'),
  REQUEST_WITHIN_SECONDS: wholeSetting(300, [1, 86_400], SECONDS, 'Timeout for receiving a whole request, including uploads.'),
  STALLED_AFTER_SECONDS: wholeSetting(
    120,
    [0, 3600],
    SECONDS,
    'Closes connections without traffic in either direction, for example if the client does not read the response. 0: never.',
  ),
  MAX_HEADERS_KB: wholeSetting(16, [4, 1024], 'a number of kilobytes', 'Maximum size of the request headers.'),
  LIVE_STREAMS: wholeSetting(
    4000,
    [0, 1_000_000],
    'a number',
    'Maximum number of open pages of a site that one process sends live updates to. 0: no live updates.',
  ),
  LIVE_STREAMS_PER_NETWORK: wholeSetting(
    100,
    [1, 1_000_000],
    'a number',
    'The same for one network, as it is counted by the rate limits: an office may share one address.',
  ),
  DATABASE_CONNECTIONS: wholeSetting(10, [1, 1000], 'a number', 'Size of one process’s connection pool to the PostgreSQL server.'),
  DATABASE_WAIT_SECONDS: wholeSetting(10, [1, 600], SECONDS, 'Timeout for a connection from the pool, and for row locks.'),
  DATABASE_STATEMENT_SECONDS: wholeSetting(30, [1, 3600], SECONDS, 'Statement timeout on the PostgreSQL server.'),
  DATABASE_IDLE_TRANSACTION_SECONDS: wholeSetting(60, [1, 3600], SECONDS, 'Timeout of idle transactions on the PostgreSQL server.'),
  OVERLOAD_DELAY_MS: wholeSetting(
    500,
    [0, 60_000],
    'a number of milliseconds',
    'Event loop delay above which uncached requests are rejected with 503. 0: never.',
  ),
  OVERLOAD_UTILISATION_PERCENT: wholeSetting(
    0,
    [0, 100],
    'a percentage',
    'Event loop utilisation above which uncached requests are rejected with 503. 0: never.',
  ),
  OVERLOAD_HEAP_PERCENT: wholeSetting(
    90,
    [0, 100],
    'a percentage',
    'Share of Node’s heap limit above which uncached requests are rejected with 503. 0: never.',
  ),
  OVERLOAD_MEMORY_MB: wholeSetting(
    0,
    [0, 1_000_000],
    MEGABYTES,
    'Memory of the process above which uncached requests are rejected with 503. 0: never.',
  ),
}
const Limits = z.object(LIMIT_SETTINGS)

export interface ConnectionLimits {
  maxConnections: number
  keepAliveMs: number
  headersMs: number
  requestMs: number
  /** Time without traffic after which a connection is closed; 0: never. */
  stalledMs: number
  maxHeaderBytes: number
}

/** Maximum number of open streams of server-sent events in one process. */
export interface LiveLimits {
  perSite: number
  perNetwork: number
}

/** Above a limit, uncached requests get 503. 0 disables a limit. */
export interface OverloadLimits {
  /** Maximum event loop delay. */
  delayMs: number
  /** Maximum event loop utilisation, 0 to 1. */
  utilisation: number
  /** Maximum share of V8's heap limit, 0 to 1. */
  heapShare: number
  /** Maximum resident memory. */
  memoryBytes: number
}

/** Limits of a PostgreSQL server. */
export interface DatabaseLimits {
  /** Pool size of one process. */
  connections: number
  /** Timeout for a connection from the pool, and for a lock. */
  waitMs: number
  statementMs: number
  idleTransactionMs: number
}

export interface RequestLimits {
  connections: ConnectionLimits
  live: LiveLimits
  overload: OverloadLimits
  database: DatabaseLimits
}

/** Converts settings to limits in milliseconds, bytes and shares. */
export const toLimits = (settings: z.infer<typeof Limits>): RequestLimits => ({
  connections: {
    maxConnections: settings.MAX_CONNECTIONS,
    keepAliveMs: settings.KEEP_ALIVE_SECONDS * 1000,
    headersMs: settings.HEADERS_WITHIN_SECONDS * 1000,
    requestMs: settings.REQUEST_WITHIN_SECONDS * 1000,
    stalledMs: settings.STALLED_AFTER_SECONDS * 1000,
    maxHeaderBytes: settings.MAX_HEADERS_KB * 1024,
  },
  live: { perSite: settings.LIVE_STREAMS, perNetwork: settings.LIVE_STREAMS_PER_NETWORK },
  overload: {
    delayMs: settings.OVERLOAD_DELAY_MS,
    utilisation: settings.OVERLOAD_UTILISATION_PERCENT / 100,
    heapShare: settings.OVERLOAD_HEAP_PERCENT / 100,
    memoryBytes: settings.OVERLOAD_MEMORY_MB * 1024 * 1024,
  },
  database: {
    connections: settings.DATABASE_CONNECTIONS,
    waitMs: settings.DATABASE_WAIT_SECONDS * 1000,
    statementMs: settings.DATABASE_STATEMENT_SECONDS * 1000,
    idleTransactionMs: settings.DATABASE_IDLE_TRANSACTION_SECONDS * 1000,
  },
})

export const DEFAULT_LIMITS: RequestLimits = toLimits(Limits.parse({}))
