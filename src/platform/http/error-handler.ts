/** The one place where a failure becomes an answer: one form for all of them, and never a word about a fault. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeDatabaseProblem } from './database-problem.ts'
import { errorPage, expectsPage } from './error-page.ts'
import { AppError, type FieldError } from '#platform/contract/errors.ts'

/** Fastify's own refusals, in our words. */
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
  app.setErrorHandler((fault: FastifyError | AppError, request, reply) => sendError(fault, request, reply))
}

export function sendError(fault: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = describeError(fault, request)
  // A write that failed was rolled back: a session that it opened, or ended, is as it was before.
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

/** What is said of a failure; a fault is also logged. The message is one of ours, whoever sent the request. */
export function describeError(fault: unknown, request: FastifyRequest): ErrorResponse {
  const refused = describeDatabaseProblem(fault)
  if (refused) {
    request.log.error({ err: fault }, refused.reason)
    return describeError(refused.error, request)
  }
  if (fault instanceof AppError) {
    const { status, message, code, errors, retryAfter, current } = fault
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    return { status, body: { message, code, ...(errors ? { errors } : {}), ...(current ? { current } : {}) }, headers }
  }
  const { code, statusCode }: Partial<FastifyError> = fault instanceof Error ? fault : {}
  const refusal = FASTIFY_ERRORS[code ?? '']
  if (refusal) return { status: refusal[0], body: { message: refusal[2], code: refusal[1] }, headers: {} }
  if (fault instanceof SyntaxError && statusCode === 400)
    return { status: 400, body: { message: 'The body is not valid JSON.', code: 'request.malformed' }, headers: {} }
  request.log.error({ err: fault }, 'fault')
  return {
    status: 500,
    body: { message: 'Something broke on our side. Please try again.', code: 'fault', requestId: request.id },
    headers: {},
  }
}
