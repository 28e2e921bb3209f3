/** Classifies errors of both engines and of the disk by their codes; by message only where there is no code. */

const codesOf = (error: unknown): { code?: unknown; errcode?: unknown } => (typeof error === 'object' && error !== null ? error : {})

/** Whether a unique or primary key constraint was violated. */
export const isUniqueViolation = (error: unknown): boolean => {
  const { code, errcode } = codesOf(error)
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** Whether PostgreSQL aborted the transaction to resolve a deadlock (SQLSTATE 40P01). */
export const isDeadlock = (error: unknown): boolean => codesOf(error).code === '40P01'

/**
 * Operational problem of a database. `full` means no disk space; `read-only`, that writes are rejected; `busy`, a lock or statement
 * timeout, a deadlock, or no free connection; `unavailable`, that the server cannot be reached or is stopping, or an I/O error; `damaged`,
 * that the database file is corrupt.
 */
export type DatabaseProblem = 'full' | 'read-only' | 'busy' | 'unavailable' | 'damaged'

/** SQLite's primary result codes (https://sqlite.org/rescode.html): the low byte of an extended code. */
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

/** PostgreSQL's SQLSTATEs, exact or by class, and Node's codes of network and file errors. */
const CODES: readonly (readonly [DatabaseProblem, RegExp])[] = [
  ['full', /^(53100|ENOSPC|EDQUOT)$/],
  ['read-only', /^(25006|EROFS)$/],
  // Deadlock, serialisation failure, lock_timeout, statement_timeout, too many connections.
  ['busy', /^(40P01|40001|55P03|57014|53300)$/],
  ['unavailable', /^(08...|53[24]00|57P0[1234]|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/],
]

/** Messages of errors of the `pg` driver and its pool that have no code. */
const NO_CONNECTION_FREE = /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/
const CONNECTION_LOST =
  /^(Connection terminated( unexpectedly)?|Client has encountered a connection error and is not queryable|Query read timeout)$/

/** Returns the operational problem behind an error; `undefined` for any other error, such as an invalid statement. */
export function findDatabaseProblem(error: unknown): DatabaseProblem | undefined {
  const { code, errcode } = codesOf(error)
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') return SQLITE[errcode & 0xff]
  if (typeof code === 'string') return CODES.find(([, pattern]) => pattern.test(code))?.[0]
  if (!(error instanceof Error)) return undefined
  if (NO_CONNECTION_FREE.test(error.message)) return 'busy'
  return CONNECTION_LOST.test(error.message) ? 'unavailable' : undefined
}
