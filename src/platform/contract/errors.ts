import { formatWait } from '#wording/durations.ts'

export interface FieldError {
  path: string
  message: string
}

/** An expected failure, sent to the client as it is. Anything else that is thrown is a bug and becomes a plain 500. */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldError[] | undefined
  /** Seconds, sent as Retry-After. */
  readonly retryAfter: number | undefined
  /** The stored version, after a change that was based on an older one. */
  readonly current: object | undefined
  constructor(status: number, code: string, message: string, errors?: FieldError[], retryAfter?: number, current?: object) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
    this.current = current
  }
}

/** 400: invalid input. `errors` names the fields. */
export const badRequest = (message: string, errors?: FieldError[]) => new AppError(400, 'input.invalid', message, errors)
/** 401: not signed in. */
export const unauthorized = () => new AppError(401, 'auth.sign_in_needed', 'Please sign in first.')
/** 401: the request names a member whose session has ended. */
export const sessionEnded = () => new AppError(401, 'auth.session_ended', 'You have been signed out. Sign in again; your text is saved.')
/** 403: signed in, but not allowed. `code` is `noun.reason`. */
export const forbidden = (code: string, message: string, errors?: FieldError[]) => new AppError(403, code, message, errors)
/** 404: not found. `what` is the noun: `notFound('thing')` → `thing.not_found`, "No such thing." */
export const notFound = (what: string) => new AppError(404, `${what}.not_found`, `No such ${what}.`)
/** 410: deleted. `gone('thing')` → `thing.gone`, "This thing was removed." */
export const gone = (what: string) => new AppError(410, `${what}.gone`, `This ${what} was removed.`)
/** 409: the name is taken, or the item was changed meanwhile. */
export const conflict = (code: string, message: string, errors?: FieldError[]) => new AppError(409, code, message, errors)
/** 429: too many attempts. @param seconds time until a retry is allowed */
export const tooManyRequests = (code: string, seconds: number) =>
  new AppError(429, code, `Too many attempts. Please try again in ${formatWait(seconds)}.`, undefined, seconds)
/** 503: overloaded. */
export const serviceUnavailable = () => unavailable('site.busy', 'The site is very busy just now. Please try again in a moment.')
/** 503 for any temporary reason; Retry-After is 10 s. `code` is `noun.reason`. */
export const unavailable = (code: string, message: string) => new AppError(503, code, message, undefined, 10)
/** 507: the server's disk is full. */
export const insufficientStorage = () =>
  new AppError(507, 'storage.full', 'The server has no storage space left, so nothing was saved. Please try again later.', undefined, 60)
