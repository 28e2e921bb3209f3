/** Responses of an endpoint in the OpenAPI document, derived from its contract: statuses, headers, content types. */
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { takesIdempotencyKey } from '#platform/contract/idempotency.ts'
import type { JsonSchema } from './openapi-schemas.ts'

export interface Header {
  description: string
  required: boolean
  schema: JsonSchema
}
type Reference = { $ref: string }
export interface ApiResponse {
  description: string
  headers: Record<string, Reference>
  /** By content type. */
  content?: Record<string, { schema: JsonSchema }>
}
/** By status. */
export type ApiResponses = Record<string, ApiResponse | Reference>

const text = { type: 'string' } as const
const nonEmptyText = { type: 'string', minLength: 1 } as const
/** The shape of all errors: what `sendError` sends. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    message: { ...nonEmptyText, description: 'User-facing message.' },
    code: {
      ...text,
      pattern: '^([a-z][a-z_-]*\\.[a-z][a-z_-]*|fault)$',
      description: 'Machine-readable code: `noun.reason`, or `fault` for an unexpected error.',
    },
    errors: {
      type: 'array',
      description: 'The invalid fields.',
      items: {
        type: 'object',
        properties: { path: { ...text, description: 'The field: `address.street`.' }, message: nonEmptyText },
        required: ['path', 'message'],
        additionalProperties: false,
      },
    },
    current: { type: 'object', description: 'After `version.stale`: the stored item with its version.' },
    requestId: { ...text, description: 'After `fault`: the id of the request in the log.' },
  },
  required: ['message', 'code'],
  additionalProperties: false,
}

const wholeNumber = { type: 'string', pattern: '^[0-9]+$' } as const
const tableNames = { type: 'string', pattern: '^[a-z_]+(,[a-z_]+)*$' } as const
export const RESPONSE_HEADERS: Record<string, Header> = {
  RequestId: { description: 'The id of this request in the log.', required: true, schema: text },
  ETag: { description: 'Send it as If-None-Match to get a 304 while nothing has changed.', required: true, schema: text },
  TotalCount: { description: 'Number of matches on all pages.', required: true, schema: wholeNumber },
  Link: {
    description: 'Links to the first, previous, next and last page (RFC 8288). Omitted for very long URLs.',
    required: false,
    schema: text,
  },
  RetryAfter: { description: 'Seconds to wait before a retry.', required: true, schema: wholeNumber },
  ReadTables: { description: 'The tables that the response was computed from, comma-separated.', required: false, schema: tableNames },
  WrittenTables: {
    description: 'The tables that the call changed, comma-separated: responses computed from one of them may be outdated.',
    required: false,
    schema: tableNames,
  },
  ContentDisposition: { description: 'Attachment with a file name.', required: true, schema: text },
}
const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const commonHeaders = { 'X-Request-Id': header('RequestId') }

const ERRORS: Record<number, [name: string, description: string]> = {
  400: ['BadRequest', 'Invalid input. `errors` names the fields.'],
  401: ['SignInNeeded', 'Not signed in, or the password or code is wrong.'],
  403: ['Forbidden', 'Signed in but not allowed, or a cross-site request (CSRF defence).'],
  404: ['NotFound', 'Not found, or the feature is switched off on this site.'],
  409: ['Conflict', 'Taken, or changed meanwhile.'],
  410: ['Gone', 'Deleted.'],
  413: ['TooLarge', 'The body exceeds the limit of this call.'],
  415: ['WrongContentType', 'This call does not accept the content type of the body.'],
  422: ['KeyReused', 'The Idempotency-Key was used before with another body.'],
  429: ['TooMany', 'Too many calls. `Retry-After` says when to retry.'],
  500: ['Fault', 'Unexpected error. `requestId` is the id of the request in the log.'],
  503: ['Unavailable', 'The site is suspended, overloaded, or cannot reach its database. `Retry-After` says when to retry.'],
  507: ['NoRoom', 'The server’s disk is full, or the site’s quota is exhausted: nothing was saved. `Retry-After` says when to retry.'],
}
const STATUSES_WITH_RETRY_AFTER = new Set([429, 503, 507])

/** The shared responses, by component name. */
export const SHARED_RESPONSES: Record<string, ApiResponse> = {
  NotModified: { description: 'Not modified since the ETag in If-None-Match.', headers: { ...commonHeaders, ETag: header('ETag') } },
  ...Object.fromEntries(
    Object.entries(ERRORS).map(([status, [name, description]]) => [
      name,
      {
        description,
        headers: { ...commonHeaders, ...(STATUSES_WITH_RETRY_AFTER.has(Number(status)) ? { 'Retry-After': header('RetryAfter') } : {}) },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  ),
}

/** Returns the error statuses of an endpoint, in ascending order. */
function errorStatusesOf(endpoint: Endpoint): number[] {
  const { method, access, rateLimit, extraStatuses, isCostly, maxFileBytes } = endpoint
  const isWrite = method !== 'GET'
  const statuses = [400, 404, 500, 503, ...extraStatuses.filter((status) => status !== 200)]
  if (access !== 'public') statuses.push(401)
  if (access === 'admin' || isWrite) statuses.push(403)
  if (isWrite) statuses.push(413, 415, 507)
  if (takesIdempotencyKey(endpoint)) statuses.push(409, 422)
  if (rateLimit || isCostly || maxFileBytes) statuses.push(429)
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}

/** Streamed downloads have no ETag. */
const isConditional = ({ method, contentType: type }: Endpoint): boolean => method === 'GET' && type !== 'application/zip'
export const mediaType = (type: string | undefined): string => type?.split(';')[0] ?? 'application/json'

/** Returns all responses of an endpoint. @param schema of a success, if it is JSON */
export function responsesOf(endpoint: Endpoint, schema: JsonSchema): ApiResponses {
  const { status, extraStatuses, contentType } = endpoint
  const media = mediaType(contentType)
  const content = { [media]: { schema: contentOf(media, schema) } }
  const success = { headers: headersOf(endpoint), content }
  const responses: ApiResponses = {}
  if (extraStatuses.includes(200)) responses['200'] = { description: 'It was there already, and is as this says.', ...success }
  responses[String(status)] = { description: status === 201 ? 'It has been made.' : 'Done, or found.', ...success }
  if (isConditional(endpoint)) responses['304'] = { $ref: '#/components/responses/NotModified' }
  for (const error of errorStatusesOf(endpoint)) responses[String(error)] = { $ref: `#/components/responses/${ERRORS[error]?.[0]}` }
  return responses
}

function contentOf(media: string, schema: JsonSchema): JsonSchema {
  if (media === 'application/json') return schema
  return media.startsWith('text/') ? text : { type: 'string', format: 'binary' }
}

function headersOf(endpoint: Endpoint): Record<string, Reference> {
  const { list, contentType: type } = endpoint
  return {
    ...commonHeaders,
    ...(isConditional(endpoint) ? { ETag: header('ETag'), 'X-Read-Tables': header('ReadTables') } : {}),
    ...(endpoint.method === 'GET' ? {} : { 'X-Written-Tables': header('WrittenTables') }),
    ...(list ? { 'X-Total-Count': header('TotalCount'), Link: header('Link') } : {}),
    ...(type ? { 'Content-Disposition': header('ContentDisposition') } : {}),
  }
}
