/** What slow clients, a slow database and a busy process are allowed: settings with their units in their names. */
import { wholeSetting } from './setting.ts'
import { z } from '#platform/contract/zod.ts'

const SECONDS = 'a number of seconds'
const MEGABYTES = 'a number of megabytes'

export const LIMIT_SETTINGS = {
  MAX_CONNECTIONS: wholeSetting(
    5000,
    [0, 1_000_000],
    'a number',
    'Connections that are open at once; one more is closed at once. 0: as many as there are.',
  ),
  KEEP_ALIVE_SECONDS: wholeSetting(
    72,
    [1, 3600],
    SECONDS,
    'How long a connection waits for its next request; longer than the proxy in front lets its own wait.',
  ),
  HEADERS_WITHIN_SECONDS: wholeSetting(60, [1, 3600], SECONDS, 'How long the head of a request may take to arrive.'),
  REQUEST_WITHIN_SECONDS: wholeSetting(300, [1, 86_400], SECONDS, 'How long a whole request may take to arrive, with what is uploaded.'),
  STALLED_AFTER_SECONDS: wholeSetting(
    120,
    [0, 3600],
    SECONDS,
    'After how long without a byte in either direction a connection is closed: nobody reads the answer. 0: never.',
  ),
  MAX_HEADERS_KB: wholeSetting(16, [4, 1024], 'a number of kilobytes', 'How much the headers of a request may be together.'),
  DATABASE_CONNECTIONS: wholeSetting(10, [1, 1000], 'a number', 'Connections of one process to the PostgreSQL server.'),
  DATABASE_WAIT_SECONDS: wholeSetting(
    10,
    [1, 600],
    SECONDS,
    'How long a request waits for a free one of them, and for a row that another holds.',
  ),
  DATABASE_STATEMENT_SECONDS: wholeSetting(30, [1, 3600], SECONDS, 'How long one statement may take on the PostgreSQL server.'),
  DATABASE_IDLE_TRANSACTION_SECONDS: wholeSetting(
    60,
    [1, 3600],
    SECONDS,
    'After how long without a statement the server ends a transaction.',
  ),
  OVERLOAD_DELAY_MS: wholeSetting(
    500,
    [0, 60_000],
    'a number of milliseconds',
    'Requests that are not answered from the cache are asked to come again when every turn of the process takes longer than this. 0: never.',
  ),
  OVERLOAD_UTILISATION_PERCENT: wholeSetting(
    0,
    [0, 100],
    'a percentage',
    'The same when the process is busy for more of its time than this. 0: never.',
  ),
  OVERLOAD_HEAP_PERCENT: wholeSetting(
    90,
    [0, 100],
    'a percentage',
    'The same when its objects fill more than this of what Node allows them. 0: never.',
  ),
  OVERLOAD_MEMORY_MB: wholeSetting(0, [0, 1_000_000], MEGABYTES, 'The same when the process takes more memory than this. 0: never.'),
}
const Limits = z.object(LIMIT_SETTINGS)

export interface ConnectionLimits {
  maxConnections: number
  keepAliveMs: number
  headersMs: number
  requestMs: number
  /** 0: never. */
  stalledMs: number
  maxHeaderBytes: number
}

/** 0: it does not matter. */
export interface OverloadLimits {
  delayMs: number
  /** From 0 to 1, like the next. */
  utilisation: number
  heapShare: number
  memoryBytes: number
}

/** Of a PostgreSQL server. */
export interface DatabaseLimits {
  connections: number
  /** For a connection, and for a lock. */
  waitMs: number
  statementMs: number
  idleTransactionMs: number
}

export interface RequestLimits {
  connections: ConnectionLimits
  overload: OverloadLimits
  database: DatabaseLimits
}

export const toLimits = (e: z.infer<typeof Limits>): RequestLimits => ({
  connections: {
    maxConnections: e.MAX_CONNECTIONS,
    keepAliveMs: e.KEEP_ALIVE_SECONDS * 1000,
    headersMs: e.HEADERS_WITHIN_SECONDS * 1000,
    requestMs: e.REQUEST_WITHIN_SECONDS * 1000,
    stalledMs: e.STALLED_AFTER_SECONDS * 1000,
    maxHeaderBytes: e.MAX_HEADERS_KB * 1024,
  },
  overload: {
    delayMs: e.OVERLOAD_DELAY_MS,
    utilisation: e.OVERLOAD_UTILISATION_PERCENT / 100,
    heapShare: e.OVERLOAD_HEAP_PERCENT / 100,
    memoryBytes: e.OVERLOAD_MEMORY_MB * 1024 * 1024,
  },
  database: {
    connections: e.DATABASE_CONNECTIONS,
    waitMs: e.DATABASE_WAIT_SECONDS * 1000,
    statementMs: e.DATABASE_STATEMENT_SECONDS * 1000,
    idleTransactionMs: e.DATABASE_IDLE_TRANSACTION_SECONDS * 1000,
  },
})

/** As they are where nothing is set. */
export const USUAL_LIMITS: RequestLimits = toLimits(Limits.parse({}))
