/** The one place where a failure becomes an answer: one form for all of them, and never a word about a fault. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOutOfConnections } from '#db/clash.ts'
import { AppError, tooBusy } from './errors.ts'

/** Fastify's own refusals, in our words. */
const REFUSALS: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'request.too_large', 'That is more than we can take.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'request.not_json', 'Send JSON with the content type application/json.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'request.malformed', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'request.malformed', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'request.malformed', 'The body is not as long as it says.'],
  FST_ERR_BAD_URL: [400, 'request.malformed', 'The address is malformed.'],
}

export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((fault: FastifyError | AppError, request, reply) => sendFailure(fault, request, reply))
}

export function sendFailure(fault: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isOutOfConnections(fault)) {
    request.log.error({ err: fault }, 'no connection to the database was free in time')
    return sendFailure(tooBusy(), request, reply)
  }
  if (fault instanceof AppError) {
    const { status, message, code, errors, retryAfter } = fault
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    return reply.status(status).send({ message, code, ...(errors ? { errors } : {}) })
  }
  const { code, statusCode } = fault as FastifyError
  const refusal = REFUSALS[code ?? '']
  if (refusal) return reply.status(refusal[0]).send({ message: refusal[2], code: refusal[1] })
  if (fault instanceof SyntaxError && statusCode === 400)
    return reply.status(400).send({ message: 'The body is not valid JSON.', code: 'request.malformed' })
  request.log.error({ err: fault }, 'fault')
  return reply.status(500).send({ message: 'Something broke on our side. Please try again.', code: 'fault', requestId: request.id })
}
