/**
 * Optimistic concurrency: a change names the version that it is based on, and a stale one is rejected. Without a version it is accepted.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from './endpoint.ts'
import { AppError, badRequest } from './errors.ts'

interface Stored {
  version: number
  /** The stored fields, named as in the change. */
  fields: object
  /** The stored item in the shape of the response, sent with the error. */
  current: object
}

/**
 * Rejects a stale change. Called with the row locked, in the transaction of the change.
 * @param baseVersion version that the change is based on; undefined skips the check
 * @throws AppError 409 with each differing field and the stored item
 */
export function assertVersion(baseVersion: number | undefined, change: object, { version, fields, current }: Stored): void {
  if (baseVersion === undefined || baseVersion === version) return
  const stored: Record<string, unknown> = { ...fields }
  const differing = Object.entries(change).filter(([name, value]) => value !== undefined && !isDeepStrictEqual(stored[name], value))
  if (differing.length === 0) return
  const errors = differing.map(([path]) => ({ path, message: 'Changed since you opened it.' }))
  throw new AppError(409, 'version.stale', STALE, errors, undefined, current)
}

const STALE = 'This was changed while you were editing it, so nothing is saved yet. Choose which version to keep.'

/** Whether the body of a call has a `version`. */
export const takesVersion = ({ method, body }: Pick<Endpoint, 'method' | 'body'>): boolean =>
  method !== 'GET' && 'shape' in body && typeof body.shape === 'object' && body.shape !== null && 'version' in body.shape

/**
 * Adds the version of `If-Match: "3"` (RFC 9110 §13.1.1) to the body, unless that has a `version` itself. `*` matches any version.
 * @throws AppError 400 for a header without a version number: an ETag is not one
 */
export function withReadVersion(endpoint: Pick<Endpoint, 'method' | 'body'>, ifMatch: string | undefined, body: unknown): unknown {
  if (ifMatch === undefined || ifMatch.trim() === '*' || !takesVersion(endpoint)) return body
  const version = VERSION.exec(ifMatch.trim())?.[1]
  if (version === undefined) throw badRequest(NO_VERSION)
  return typeof body === 'object' && body !== null ? { version: Number(version), ...body } : body
}

const VERSION = /^"?(\d{1,15})"?$/
/** Pattern of `If-Match`, for the OpenAPI document. */
export const VERSION_SOURCE = '^(\\x2a|"?\\d{1,15}"?)$'
const NO_VERSION = 'If-Match: Send the version that you have read, such as "3".'
