/** What a database refused, told apart on both engines. */

const codesOf = (fault: unknown) => fault as { code?: unknown; errcode?: unknown }

/** A unique index says that it is taken. */
export const isTaken = (fault: unknown): boolean => {
  const { code, errcode } = codesOf(fault)
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** All connections were taken for too long, or the server did not answer in time. The pool has no code for it. */
export const isOutOfConnections = (fault: unknown): boolean =>
  fault instanceof Error &&
  (fault.message === 'timeout exceeded when trying to connect' || fault.message === 'Connection terminated due to connection timeout')
