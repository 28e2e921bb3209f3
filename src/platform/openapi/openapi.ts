/** Generates the OpenAPI document from the contracts, without a running site. */
import type { z } from 'zod'
import { takesVersion, VERSION_SOURCE } from '#platform/contract/version.ts'
import { formatCount } from '#wording/counts.ts'
import { NOUNS } from '#wording/nouns.ts'
import { formatNumber } from '#wording/numbers.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { KEY_SOURCE, takesIdempotencyKey } from '#platform/contract/idempotency.ts'
import { describeResponses, ERROR_SCHEMA, RESPONSE_HEADERS, SHARED_RESPONSES, type ApiResponse, type Header } from './openapi-responses.ts'
import type { OpenApiOperation, OpenApiParameter } from './openapi-operation.ts'
import { describeWebhook, type WebhookDescription } from './openapi-webhooks.ts'
import { toJsonSchemas, type JsonSchema, type SchemaNames } from './openapi-schemas.ts'

/** A group of endpoints, which becomes a tag of the document. */
export interface EndpointGroup {
  name: string
  /** Description of the tag, one sentence. */
  about: string
  endpoints: Endpoint[]
  /** Webhook events of the group. */
  webhooks?: readonly WebhookDescription[] | undefined
}
export interface ApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string; license?: object; contact?: object }
  servers?: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  /** Operations by path, then by method in lower case. */
  paths: Record<string, Record<string, OpenApiOperation>>
  /** Webhooks by name of the event. */
  webhooks: Record<string, { post: OpenApiOperation }>
  components: {
    securitySchemes: Record<string, object>
    schemas: Record<string, JsonSchema>
    responses: Record<string, ApiResponse>
    headers: Record<string, Header>
  }
}

/** The site that serves the document. */
export interface ApiSite {
  name: string
  /** Origin without a final slash, such as `https://example.org`. */
  origin: string
}

const API_DESCRIPTION = [
  'The API that the pages use. Requests and responses are JSON, except for files.',
  'A list returns an array, with the total in `X-Total-Count` and its other pages in `Link`.',
  'Every failure is `{ message, code, errors? }`.',
  'Signing in sets a session cookie. Writes from browsers are accepted from pages of this site only (CSRF defence).',
].join(' ')

/** Generates the document except for the parts that depend on the site, which `addSiteInfo` adds. */
export function describeEndpoints(groups: readonly EndpointGroup[], names: SchemaNames): ApiDocument {
  const operations = groups.flatMap(({ name, endpoints }) =>
    endpoints.map((endpoint) => ({ tag: name, endpoint, id: createOperationId(endpoint) })),
  )
  const requests: Record<string, z.ZodType> = {}
  const responses: Record<string, z.ZodType> = {}
  for (const { id, endpoint } of operations) {
    for (const part of ['params', 'query', 'body'] as const) requests[`${id} ${part}`] = endpoint[part]
    responses[id] = endpoint.response
  }
  const allWebhooks = groups.flatMap(({ name, webhooks = [] }) => webhooks.map((webhook) => ({ tag: name, webhook })))
  for (const { webhook } of allWebhooks) responses[webhook.event] = webhook.payload
  // OpenAPI lists each parameter separately, so the object schemas of parameters are no components.
  const parameterSchemas = new Set(operations.flatMap(({ endpoint }) => [endpoint.params, endpoint.query]))
  const schemas = toJsonSchemas(requests, responses, new Map([...names].filter(([schema]) => !parameterSchemas.has(schema))))
  const publishedPathsByPath = mapToPublishedPaths(operations.map(({ endpoint }) => endpoint.path))
  const paths: ApiDocument['paths'] = {}
  for (const { id, tag, endpoint } of operations) {
    const path = publishedPathsByPath.get(endpoint.path) ?? endpoint.path
    const getRequestSchema = (part: 'params' | 'query' | 'body') => schemas.requests[`${id} ${part}`] ?? {}
    const operation: OpenApiOperation = {
      operationId: id,
      tags: [tag],
      summary: endpoint.summary,
      description: describeLimits(endpoint),
      security: describeSecurity(endpoint),
      parameters: [
        ...describePathParameters(endpoint, path, getRequestSchema('params')),
        ...describeQueryParameters(getRequestSchema('query')),
        ...describeHeaderParameters(endpoint),
      ],
      ...describeBody(endpoint, getRequestSchema('body')),
      responses: describeResponses(endpoint, schemas.responses[id] ?? {}),
    }
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.1',
    info: { title: '', version: '1.0.0', description: API_DESCRIPTION },
    tags: groups.map(({ name, about }) => ({ name, description: about })),
    paths,
    webhooks: Object.fromEntries(
      allWebhooks.map(({ tag, webhook }) => [
        webhook.event,
        { post: describeWebhook(tag, webhook, schemas.responses[webhook.event] ?? {}) },
      ]),
    ),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by signing in, and ended by signing out.' },
      },
      schemas: { Error: ERROR_SCHEMA, ...schemas.components },
      responses: SHARED_RESPONSES,
      headers: RESPONSE_HEADERS,
    },
  }
}

/** Returns a copy of the document with title, licence, contact and server of a site. */
export const addSiteInfo = (document: ApiDocument, { name, origin }: ApiSite): ApiDocument => ({
  ...document,
  info: {
    ...document.info,
    title: `${name} API`,
    license: { name: 'No licence is granted: ask whoever runs this site', url: `${origin}/about` },
    contact: { name, url: origin },
  },
  servers: [{ url: origin, description: name }],
})

/** Derives the operation id from method and path: `PATCH /api/things/:id` gives `patchThingsById`. It changes only if one of these does. */
export function createOperationId({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/:(\w+)/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/**
 * Maps the paths of endpoints to paths in the document. OpenAPI forbids paths that differ only in parameter names, so `:slug` and `:id` in
 * the same position become `{slugOrId}`.
 */
function mapToPublishedPaths(paths: readonly string[]): Map<string, string> {
  const removeParameterNames = (path: string) => path.replaceAll(/:\w+/g, ':')
  const namesByShape = new Map<string, Set<string>[]>()
  for (const path of paths) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const namesByPosition = namesByShape.get(removeParameterNames(path)) ?? names.map(() => new Set<string>())
    names.forEach((name, position) => namesByPosition[position]?.add(name))
    namesByShape.set(removeParameterNames(path), namesByPosition)
  }
  const joinNames = ([first = '', ...rest]: string[]) =>
    first + rest.map((name) => `Or${name.charAt(0).toUpperCase()}${name.slice(1)}`).join('')
  return new Map(
    paths.map((path) => {
      let position = 0
      return [
        path,
        path.replaceAll(/:\w+/g, () => `{${joinNames([...(namesByShape.get(removeParameterNames(path))?.[position++] ?? [])])}}`),
      ]
    }),
  )
}

function describePathParameters({ path }: Endpoint, publishedPath: string, schema: JsonSchema): OpenApiParameter[] {
  const ownNames = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return [...publishedPath.matchAll(/\{(\w+)\}/g)].map(([, name = ''], position) => {
    const ownName = ownNames[position] ?? name
    return {
      name,
      in: 'path',
      required: true,
      schema: getProperties(schema)[ownName] ?? {},
      ...(ownName === name ? {} : { description: `Here: the ${ownName}.` }),
    }
  })
}

function describeQueryParameters(schema: JsonSchema): OpenApiParameter[] {
  const required = schema.required ?? []
  return Object.entries(getProperties(schema)).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    schema,
  }))
}

function describeHeaderParameters(endpoint: Endpoint): OpenApiParameter[] {
  const pattern = endpoint.idempotencyKey?.source ?? (takesIdempotencyKey(endpoint) ? KEY_SOURCE : undefined)
  return [
    ...(pattern === undefined
      ? []
      : [
          {
            name: 'Idempotency-Key',
            in: 'header' as const,
            description: IDEMPOTENCY_KEY_DESCRIPTION,
            schema: { type: 'string' as const, pattern },
          },
        ]),
    ...(takesVersion(endpoint)
      ? [
          {
            name: 'If-Match',
            in: 'header' as const,
            description: VERSION_DESCRIPTION,
            schema: { type: 'string' as const, pattern: VERSION_SOURCE },
          },
        ]
      : []),
  ]
}

const VERSION_DESCRIPTION = 'The version that the change is based on, such as `"3"`: the same as `version` in the body.'

const IDEMPOTENCY_KEY_DESCRIPTION =
  'Chosen by the caller, a new one for each thing to be done: a request that is sent again with the same key and body is executed once, and its response is repeated for 24 hours.'

const getProperties = (schema: JsonSchema) => schema.properties ?? {}

/** Returns the request body of a write: an image, or JSON. Without input, JSON is an empty object, which deletions can omit. */
function describeBody({ method, maxFileBytes }: Endpoint, schema: JsonSchema): Pick<OpenApiOperation, 'requestBody'> {
  if (method === 'GET') return {}
  if (maxFileBytes) return { requestBody: { required: true, content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } } }
  const isEmpty = !schema['$ref'] && Object.keys(getProperties(schema)).length === 0
  if (method === 'DELETE' && isEmpty) return {}
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

function describeSecurity({ access }: Endpoint): OpenApiOperation['security'] {
  if (access === 'public') return [{}, { session: [] }]
  return [{ session: [access] }]
}

const ACCESS_DESCRIPTIONS: Record<Endpoint['access'], string> = {
  public: 'Open to everybody; whoever is signed in acts as themselves.',
  member: 'For members who are signed in.',
  admin: 'For administrators.',
}

function describeLimits({ access, rateLimit: limit, feature, maxFileBytes, maxBodyBytes }: Endpoint): string {
  const maxBytes = maxFileBytes ?? maxBodyBytes
  return [
    ACCESS_DESCRIPTIONS[access],
    limit &&
      `At most ${limit.max} calls in ${limit.minutes === 1 ? 'a minute' : formatCount(limit.minutes, NOUNS.minute)} from one address.`,
    maxBytes && `The body holds at most ${formatNumber(Math.floor(maxBytes / 1024))} KB.`,
    feature && `Not there (404) where the site has \`${feature}\` switched off.`,
  ]
    .filter(Boolean)
    .join(' ')
}
