/** What a database, or the disk below it, refused: told apart on both engines by codes, and by words only where there is no code. */

const codesOf = (fault: unknown): { code?: unknown; errcode?: unknown } => (typeof fault === 'object' && fault !== null ? fault : {})

/** A unique index says that it is taken. */
export const isUniqueViolation = (fault: unknown): boolean => {
  const { code, errcode } = codesOf(fault)
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** The server found that several waited for each other, and this one is to begin again. */
export const isDeadlock = (fault: unknown): boolean => codesOf(fault).code === '40P01'

/**
 * `full`: no room on the disk. `read-only`: nothing may be written. `busy`: others held what was wanted for too long.
 * `unavailable`: the server cannot be reached, is stopping, or has no connection left. `damaged`: the file is no database any more.
 */
export type DatabaseProblem = 'full' | 'read-only' | 'busy' | 'unavailable' | 'damaged'

/** SQLite's primary result codes (https://sqlite.org/rescode.html); the extended ones carry them in their last byte. */
const SQLITE: Readonly<Record<number, DatabaseProblem>> = {
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  10: 'unavailable',
  11: 'damaged',
  13: 'full',
  14: 'unavailable',
  26: 'damaged',
}

/** PostgreSQL's SQLSTATEs, whole or by their class, and what Node says of a connection or a file. */
const CODES: readonly (readonly [DatabaseProblem, RegExp])[] = [
  ['full', /^(53100|ENOSPC|EDQUOT)$/],
  ['read-only', /^(25006|EROFS)$/],
  // Deadlock, serialisation, lock_timeout, statement_timeout, no connection left.
  ['busy', /^(40P01|40001|55P03|57014|53300)$/],
  ['unavailable', /^(08...|53[24]00|57P0[1234]|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/],
]

/** The driver and its pool have no code for these. */
const NO_CONNECTION_FREE = /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/
const CONNECTION_LOST =
  /^(Connection terminated( unexpectedly)?|Client has encountered a connection error and is not queryable|Query read timeout)$/

/** @returns what kept the database from answering; undefined for any other fault, such as a wrong statement */
export function findDatabaseProblem(fault: unknown): DatabaseProblem | undefined {
  const { code, errcode } = codesOf(fault)
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') return SQLITE[errcode & 0xff]
  if (typeof code === 'string') return CODES.find(([, pattern]) => pattern.test(code))?.[0]
  if (!(fault instanceof Error)) return undefined
  if (NO_CONNECTION_FREE.test(fault.message)) return 'busy'
  return CONNECTION_LOST.test(fault.message) ? 'unavailable' : undefined
}
