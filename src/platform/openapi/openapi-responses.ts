/** Derives the responses of an endpoint in the OpenAPI document from its contract: statuses, headers and content types. */
import { EVENT_STREAM, isStreamed, type Endpoint } from '#platform/contract/endpoint.ts'
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
  /** Schema of the body, by content type. */
  content?: Record<string, { schema: JsonSchema }>
}
/** Responses by HTTP status. */
export type ApiResponses = Record<string, ApiResponse | Reference>

const TEXT_SCHEMA = { type: 'string' } as const
const NON_EMPTY_TEXT_SCHEMA = { type: 'string', minLength: 1 } as const
/** Schema of all error responses, which `sendError` sends. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    message: { ...NON_EMPTY_TEXT_SCHEMA, description: 'User-facing message.' },
    code: {
      ...TEXT_SCHEMA,
      pattern: '^([a-z][a-z_-]*\\.[a-z][a-z_-]*|fault)$',
      description: 'Machine-readable code: `noun.reason`, or `fault` for an unexpected error.',
    },
    errors: {
      type: 'array',
      description: 'The invalid fields.',
      items: {
        type: 'object',
        properties: { path: { ...TEXT_SCHEMA, description: 'The field: `address.street`.' }, message: NON_EMPTY_TEXT_SCHEMA },
        required: ['path', 'message'],
        additionalProperties: false,
      },
    },
    current: { type: 'object', description: 'After `version.stale`: the stored item with its version.' },
    requestId: { ...TEXT_SCHEMA, description: 'After `fault`: the id of the request in the log.' },
  },
  required: ['message', 'code'],
  additionalProperties: false,
}

const WHOLE_NUMBER_SCHEMA = { type: 'string', pattern: '^[0-9]+$' } as const
const TABLE_NAMES_SCHEMA = { type: 'string', pattern: '^[a-z_]+(,[a-z_]+)*$' } as const
export const RESPONSE_HEADERS: Record<string, Header> = {
  RequestId: { description: 'The id of this request in the log.', required: true, schema: TEXT_SCHEMA },
  ETag: { description: 'Send it as If-None-Match to get a 304 while nothing has changed.', required: true, schema: TEXT_SCHEMA },
  TotalCount: { description: 'Number of matches on all pages.', required: true, schema: WHOLE_NUMBER_SCHEMA },
  Link: {
    description: 'Links to the first, previous, next and last page (RFC 8288). Omitted for very long URLs.',
    required: false,
    schema: TEXT_SCHEMA,
  },
  RetryAfter: { description: 'Seconds to wait before a retry.', required: true, schema: WHOLE_NUMBER_SCHEMA },
  ReadTables: {
    description: 'The tables that the response was computed from, comma-separated.',
    required: false,
    schema: TABLE_NAMES_SCHEMA,
  },
  WrittenTables: {
    description: 'The tables that the call changed, comma-separated: responses computed from one of them may be outdated.',
    required: false,
    schema: TABLE_NAMES_SCHEMA,
  },
  ContentDisposition: { description: 'Attachment with a file name.', required: true, schema: TEXT_SCHEMA },
}
const referenceHeader = (name: string) => ({ $ref: `#/components/headers/${name}` })
const COMMON_HEADERS = { 'X-Request-Id': referenceHeader('RequestId') }

const ERROR_RESPONSES: Record<number, [name: string, description: string]> = {
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

/** The responses that several endpoints share, by component name. */
export const SHARED_RESPONSES: Record<string, ApiResponse> = {
  NotModified: {
    description: 'Not modified since the ETag in If-None-Match.',
    headers: { ...COMMON_HEADERS, ETag: referenceHeader('ETag') },
  },
  ...Object.fromEntries(
    Object.entries(ERROR_RESPONSES).map(([status, [name, description]]) => [
      name,
      {
        description,
        headers: {
          ...COMMON_HEADERS,
          ...(STATUSES_WITH_RETRY_AFTER.has(Number(status)) ? { 'Retry-After': referenceHeader('RetryAfter') } : {}),
        },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  ),
}

/** Lists the error statuses of an endpoint, in ascending order. */
function listErrorStatuses(endpoint: Endpoint): number[] {
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

/** Whether an endpoint's response has an ETag. Streamed responses have none. */
const supportsConditionalRequests = (endpoint: Endpoint): boolean => endpoint.method === 'GET' && !isStreamed(endpoint)
/** Removes the parameters of a content type. @returns `application/json` if there is no content type */
export const toMediaType = (type: string | undefined): string => type?.split(';')[0] ?? 'application/json'

/** Returns all responses of an endpoint. @param schema schema of a successful JSON response; ignored for other content types */
export function describeResponses(endpoint: Endpoint, schema: JsonSchema): ApiResponses {
  const { status, extraStatuses, contentType } = endpoint
  const mediaType = toMediaType(contentType)
  const content = { [mediaType]: { schema: getContentSchema(mediaType, schema) } }
  const success = { headers: describeHeaders(endpoint), content }
  const responses: ApiResponses = {}
  if (extraStatuses.includes(200)) responses['200'] = { description: 'It was there already, and is as this says.', ...success }
  responses[String(status)] = { description: status === 201 ? 'It has been made.' : 'Done, or found.', ...success }
  if (supportsConditionalRequests(endpoint)) responses['304'] = { $ref: '#/components/responses/NotModified' }
  for (const errorStatus of listErrorStatuses(endpoint))
    responses[String(errorStatus)] = { $ref: `#/components/responses/${ERROR_RESPONSES[errorStatus]?.[0]}` }
  return responses
}

function getContentSchema(mediaType: string, schema: JsonSchema): JsonSchema {
  if (mediaType === 'application/json') return schema
  return mediaType.startsWith('text/') ? TEXT_SCHEMA : { type: 'string', format: 'binary' }
}

function describeHeaders(endpoint: Endpoint): Record<string, Reference> {
  const { list, contentType: type } = endpoint
  return {
    ...COMMON_HEADERS,
    ...(supportsConditionalRequests(endpoint) ? { ETag: referenceHeader('ETag'), 'X-Read-Tables': referenceHeader('ReadTables') } : {}),
    ...(endpoint.method === 'GET' ? {} : { 'X-Written-Tables': referenceHeader('WrittenTables') }),
    ...(list ? { 'X-Total-Count': referenceHeader('TotalCount'), Link: referenceHeader('Link') } : {}),
    ...(type && type !== EVENT_STREAM ? { 'Content-Disposition': referenceHeader('ContentDisposition') } : {}),
  }
}
