/** Optimistic concurrency: a change says which version it was made to, and a stale one is refused. Without a version it is accepted. */
import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from './endpoint.ts'
import { AppError, badRequest } from './errors.ts'

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

/** Whether the body of a change may name the version that it was made to. */
export const takesVersion = ({ method, body }: Pick<Endpoint, 'method' | 'body'>): boolean =>
  method !== 'GET' && 'shape' in body && typeof body.shape === 'object' && body.shape !== null && 'version' in body.shape

/**
 * RFC 9110 §13.1.1: `If-Match: "3"` means the same as `version: 3` in the body, which is used where both are sent. `*` matches any version.
 * @throws AppError 400 for a header that names no version: an entity tag of a response is not one
 */
export function withReadVersion(endpoint: Pick<Endpoint, 'method' | 'body'>, ifMatch: string | undefined, body: unknown): unknown {
  if (ifMatch === undefined || ifMatch.trim() === '*' || !takesVersion(endpoint)) return body
  const version = VERSION.exec(ifMatch.trim())?.[1]
  if (version === undefined) throw badRequest(NO_VERSION)
  return typeof body === 'object' && body !== null ? { version: Number(version), ...body } : body
}

const VERSION = /^"?(\d{1,15})"?$/
/** What `If-Match` may be, for the API's description. */
export const VERSION_SOURCE = '^(\\x2a|"?\\d{1,15}"?)$'
const NO_VERSION = 'If-Match: Send the version that you have read, such as "3".'
