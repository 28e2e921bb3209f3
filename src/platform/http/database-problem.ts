/** What is said of a database, or a disk, that cannot: to whoever asked, and in the log. */
import { findDatabaseProblem, type DatabaseProblem } from '#db/errors.ts'
import { insufficientStorage, serviceUnavailable, unavailable, type AppError } from '#platform/contract/errors.ts'

export interface DatabaseRefusal {
  error: AppError
  /** For the operator, in the log. */
  reason: string
}

const REFUSALS: Readonly<Record<DatabaseProblem, { error: () => AppError; reason: string }>> = {
  full: { error: insufficientStorage, reason: 'the disk is full: nothing can be saved until there is room again' },
  'read-only': {
    error: () => unavailable('storage.read_only', 'Nothing can be saved just now. Please try again in a moment.'),
    reason: 'the database is read-only: nothing can be saved',
  },
  busy: { error: serviceUnavailable, reason: 'the database was too busy: no connection or no lock was free in time' },
  unavailable: {
    error: () => unavailable('database.unavailable', 'The site cannot reach its data just now. Please try again in a moment.'),
    reason: 'the database cannot be reached',
  },
  damaged: {
    error: () => unavailable('database.damaged', 'The site cannot read its data just now. Please try again later.'),
    reason: 'the database is damaged: restore it from a backup',
  },
}

/** @returns what to say; undefined when the fault is none of the database's condition */
export function describeDatabaseProblem(fault: unknown): DatabaseRefusal | undefined {
  const problem = findDatabaseProblem(fault)
  if (problem === undefined) return undefined
  const { error, reason } = REFUSALS[problem]
  return { error: error(), reason }
}
