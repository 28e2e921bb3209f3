/** Optimistic concurrency: a change says which version it was made to, and a stale one is refused. Without a version it is accepted. */
import { isDeepStrictEqual } from 'node:util'
import { AppError } from './errors.ts'

interface Stored {
  version: number
  /** The fields as stored, by the names of the change. */
  fields: object
  /** What the sender gets to choose from: the thing in the shape of the response. */
  current: object
}

/**
 * Called with the row locked, in the transaction of the change.
 * @throws AppError 409 naming each field that differs, with what is stored now
 */
export function assertVersion(read: number | undefined, change: object, { version, fields, current }: Stored): void {
  if (read === undefined || read === version) return
  const stored: Record<string, unknown> = { ...fields }
  const differing = Object.entries(change).filter(([name, value]) => value !== undefined && !isDeepStrictEqual(stored[name], value))
  if (differing.length === 0) return
  const errors = differing.map(([path]) => ({ path, message: 'Changed since you opened it.' }))
  throw new AppError(409, 'version.stale', STALE, errors, undefined, current)
}

const STALE = 'This was changed while you were editing it, so nothing is saved yet. Choose which version to keep.'
