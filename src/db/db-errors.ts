/** What a database refused, told apart on both engines. */

const errorCodes = (fault: unknown): { code?: unknown; errcode?: unknown } => (typeof fault === 'object' && fault !== null ? fault : {})

/** A unique index says that it is taken. */
export const isUniqueViolation = (fault: unknown): boolean => {
  const { code, errcode } = errorCodes(fault)
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** All connections were taken for too long, or the server did not answer in time. The pool has no code for it. */
export const isConnectionTimeout = (fault: unknown): boolean =>
  fault instanceof Error &&
  (fault.message === 'timeout exceeded when trying to connect' || fault.message === 'Connection terminated due to connection timeout')
