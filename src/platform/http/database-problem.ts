/** Responses and log messages for database and disk failures. */
import { findDatabaseProblem, type DatabaseProblem } from '#db/errors.ts'
import { insufficientStorage, serviceUnavailable, unavailable, type AppError } from '#platform/contract/errors.ts'

export interface DatabaseFailure {
  error: AppError
  /** Log message. */
  reason: string
}

const FAILURES: Readonly<Record<DatabaseProblem, { error: () => AppError; reason: string }>> = {
  full: { error: insufficientStorage, reason: 'disk full: writes fail until space is freed' },
  'read-only': {
    error: () => unavailable('storage.read_only', 'Nothing can be saved just now. Please try again in a moment.'),
    reason: 'database read-only: writes fail',
  },
  busy: { error: serviceUnavailable, reason: 'database busy: no connection or lock available in time' },
  unavailable: {
    error: () => unavailable('database.unavailable', 'The site cannot reach its data just now. Please try again in a moment.'),
    reason: 'database unreachable',
  },
  damaged: {
    error: () => unavailable('database.damaged', 'The site cannot read its data just now. Please try again later.'),
    reason: 'database damaged: restore it from a backup',
  },
}

/** Returns response and log message of an error; undefined if it is not caused by the condition of the database or the disk. */
export function describeDatabaseProblem(cause: unknown): DatabaseFailure | undefined {
  const problem = findDatabaseProblem(cause)
  if (problem === undefined) return undefined
  const { error, reason } = FAILURES[problem]
  return { error: error(), reason }
}
