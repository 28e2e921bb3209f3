/** Converts errors to responses, all in one shape. Details of unexpected errors are logged only. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeDatabaseProblem } from './database-problem.ts'
import { errorPage, expectsPage } from './error-page.ts'
import { AppError, type FieldError } from '#platform/contract/errors.ts'

/** Our messages for Fastify's errors. */
const FASTIFY_ERRORS: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'request.too_large', 'That is more than we can take.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'request.not_json', 'Send JSON with the content type application/json.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'request.malformed', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'request.malformed', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'request.malformed', 'The body is not as long as it says.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'page.not_found', 'No such page.'],
  FST_ERR_BAD_URL: [400, 'request.malformed', 'The address is malformed.'],
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => sendError(error, request, reply))
}

/** Sends an error as JSON, or as an HTML page to browsers that navigate. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = describeError(error, request)
  // A failed write was rolled back, so a session that it opened or ended is unchanged.
  if (status >= 500) for (const name of ['set-cookie', 'clear-site-data']) void reply.removeHeader(name)
  void reply.status(status).headers(headers)
  if (!expectsPage(request)) return reply.send(body)
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(errorPage(body.message))
}

interface ErrorResponse {
  status: number
  body: { message: string; code: string; errors?: FieldError[]; current?: object; requestId?: string }
  headers: Record<string, string>
}

/** Returns the response for an error, and logs an unexpected one. The message never comes from a library. */
export function describeError(error: unknown, request: FastifyRequest): ErrorResponse {
  const problem = describeDatabaseProblem(error)
  if (problem) {
    request.log.error({ err: error }, problem.reason)
    return describeError(problem.error, request)
  }
  if (error instanceof AppError) {
    const { status, message, code, errors, retryAfter, current } = error
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    return { status, body: { message, code, ...(errors ? { errors } : {}), ...(current ? { current } : {}) }, headers }
  }
  const { code, statusCode }: Partial<FastifyError> = error instanceof Error ? error : {}
  const known = FASTIFY_ERRORS[code ?? '']
  if (known) return { status: known[0], body: { message: known[2], code: known[1] }, headers: {} }
  if (error instanceof SyntaxError && statusCode === 400)
    return { status: 400, body: { message: 'The body is not valid JSON.', code: 'request.malformed' }, headers: {} }
  request.log.error({ err: error }, 'request failed')
  return {
    status: 500,
    body: { message: 'Something broke on our side. Please try again.', code: 'fault', requestId: request.id },
    headers: {},
  }
}
