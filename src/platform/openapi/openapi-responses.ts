/** What a call can answer, told from its line in the contract: statuses, headers, content types. */
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
/** Whoever reads it is told something. */
const words = { type: 'string', minLength: 1 } as const
/** The one form of a failure: what `sendFailure` sends. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    message: { ...words, description: 'For people.' },
    code: { ...text, pattern: '^([a-z][a-z_-]*\\.[a-z][a-z_-]*|fault)$', description: 'For programs: `noun.reason`, or `fault`.' },
    errors: {
      type: 'array',
      description: 'The fields that cannot be used as they are.',
      items: {
        type: 'object',
        properties: { path: { ...text, description: 'The field: `address.street`.' }, message: words },
        required: ['path', 'message'],
        additionalProperties: false,
      },
    },
    current: { type: 'object', description: 'After `version.stale`: what is stored now, with its version.' },
    requestId: { ...text, description: 'After a fault: what the operator finds it by in the log.' },
  },
  required: ['message', 'code'],
  additionalProperties: false,
}

const counted = { type: 'string', pattern: '^[0-9]+$' } as const
const tableNames = { type: 'string', pattern: '^[a-z_]+(,[a-z_]+)*$' } as const
export const RESPONSE_HEADERS: Record<string, Header> = {
  RequestId: { description: 'The name of this request in the log.', required: true, schema: text },
  ETag: { description: 'Send it as If-None-Match to hear 304 as long as nothing has changed.', required: true, schema: text },
  TotalCount: { description: 'How many match in all, not only on this page.', required: true, schema: counted },
  Link: {
    description: 'RFC 8288: where the first, previous, next and last pages are. Left out where the address that was asked is very long.',
    required: false,
    schema: text,
  },
  RetryAfter: { description: 'In how many seconds to try again.', required: true, schema: counted },
  ReadTables: { description: 'The tables that it was answered from, with commas between them.', required: false, schema: tableNames },
  WrittenTables: {
    description: 'The tables that it changed: what was answered from one of them may be behind now.',
    required: false,
    schema: tableNames,
  },
  ContentDisposition: { description: 'That this is a file, and its name.', required: true, schema: text },
}
const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const always = { 'X-Request-Id': header('RequestId') }

const FAILURES: Record<number, [name: string, description: string]> = {
  400: ['BadRequest', 'What was sent cannot be used. `errors` names the fields.'],
  401: ['SignInNeeded', 'Nobody is signed in, or the password or code is wrong.'],
  403: ['Forbidden', 'Somebody is signed in but may not do this; or a page of another site asked a browser to write here.'],
  404: ['NotFound', 'There is no such thing; or this site has the feature switched off.'],
  409: ['Conflict', 'It is taken, or was changed in the meantime.'],
  410: ['Gone', 'It was here and has been deleted.'],
  413: ['TooLarge', 'The body is larger than this call takes.'],
  415: ['WrongContentType', 'The body is not of the content type that this call takes.'],
  422: ['KeyReused', 'The Idempotency-Key was sent before, with another body.'],
  429: ['TooMany', 'Too many calls. `Retry-After` says when to try again.'],
  500: ['Fault', 'Something broke on our side. `requestId` is its name in the log.'],
  503: ['Unavailable', 'The site rests, there is too much to do, or its data cannot be reached. `Retry-After` says when to try again.'],
  507: [
    'NoRoom',
    'There is no room left on the server, or the site has used all that it may: nothing was saved. `Retry-After` says when to try again.',
  ],
}
const COMES_BACK = new Set([429, 503, 507])

/** The answers that every call shares, by the names that calls refer to them by. */
export const SHARED_RESPONSES: Record<string, ApiResponse> = {
  NotModified: { description: 'What was sent as If-None-Match is still true.', headers: { ...always, ETag: header('ETag') } },
  ...Object.fromEntries(
    Object.entries(FAILURES).map(([status, [name, description]]) => [
      name,
      {
        description,
        headers: { ...always, ...(COMES_BACK.has(Number(status)) ? { 'Retry-After': header('RetryAfter') } : {}) },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  ),
}

/** The failures that can come, in rising order. */
function failuresOf(endpoint: Endpoint): number[] {
  const { method, access, rateLimit: limit, extraStatuses: further, isCostly, maxFileBytes } = endpoint
  const isWrite = method !== 'GET'
  const found = [400, 404, 500, 503, ...further.filter((status) => status !== 200)]
  if (access !== 'public') found.push(401)
  if (access === 'admin' || isWrite) found.push(403)
  if (isWrite) found.push(413, 415, 507)
  if (takesIdempotencyKey(endpoint)) found.push(409, 422)
  if (limit || isCostly || maxFileBytes) found.push(429)
  return [...new Set(found)].toSorted((a, b) => a - b)
}

/** A file of its own is never kept between visits. */
const isConditional = ({ method, contentType: type }: Endpoint): boolean => method === 'GET' && type !== 'application/zip'
export const mediaType = (type: string | undefined): string => type?.split(';')[0] ?? 'application/json'

/** @param schema of the success, where it is JSON */
export function responsesOf(endpoint: Endpoint, schema: JsonSchema): ApiResponses {
  const { status, extraStatuses: further, contentType: type } = endpoint
  const media = mediaType(type)
  const content = { [media]: { schema: contentOf(media, schema) } }
  const success = { headers: headersOf(endpoint), content }
  const answers: ApiResponses = {}
  if (further.includes(200)) answers['200'] = { description: 'It was there already, and is as this says.', ...success }
  answers[String(status)] = { description: status === 201 ? 'It has been made.' : 'Done, or found.', ...success }
  if (isConditional(endpoint)) answers['304'] = { $ref: '#/components/responses/NotModified' }
  for (const failure of failuresOf(endpoint)) answers[String(failure)] = { $ref: `#/components/responses/${FAILURES[failure]?.[0]}` }
  return answers
}

function contentOf(media: string, schema: JsonSchema): JsonSchema {
  if (media === 'application/json') return schema
  return media.startsWith('text/') ? text : { type: 'string', format: 'binary' }
}

function headersOf(endpoint: Endpoint): Record<string, Reference> {
  const { list, contentType: type } = endpoint
  return {
    ...always,
    ...(isConditional(endpoint) ? { ETag: header('ETag'), 'X-Read-Tables': header('ReadTables') } : {}),
    ...(endpoint.method === 'GET' ? {} : { 'X-Written-Tables': header('WrittenTables') }),
    ...(list ? { 'X-Total-Count': header('TotalCount'), Link: header('Link') } : {}),
    ...(type ? { 'Content-Disposition': header('ContentDisposition') } : {}),
  }
}
