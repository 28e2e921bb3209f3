/** The OpenAPI document, made of the contract's lines alone: a call is described where it is declared, and nowhere else. */
import type { z } from 'zod'
import { takesVersion, VERSION_SOURCE } from '#platform/contract/version.ts'
import { formatCount } from '#wording/counts.ts'
import { NOUNS } from '#wording/nouns.ts'
import { formatNumber } from '#wording/numbers.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { KEY_SOURCE, takesIdempotencyKey } from '#platform/contract/idempotency.ts'
import { responsesOf, ERROR_SCHEMA, RESPONSE_HEADERS, SHARED_RESPONSES, type ApiResponse, type Header } from './openapi-responses.ts'
import type { OpenApiOperation, OpenApiParameter } from './openapi-operation.ts'
import { describeWebhook, type WebhookDescription } from './openapi-webhooks.ts'
import { toJsonSchemas, type JsonSchema, type SchemaNames } from './openapi-schemas.ts'

/** Calls that are read about together. */
export interface EndpointGroup {
  name: string
  /** One sentence. */
  about: string
  endpoints: Endpoint[]
  /** What the site itself calls others for. */
  webhooks?: readonly WebhookDescription[] | undefined
}
export interface ApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string; license?: object; contact?: object }
  servers?: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  /** By address, then by method in small letters. */
  paths: Record<string, Record<string, OpenApiOperation>>
  /** By event: what others are called for. */
  webhooks: Record<string, { post: OpenApiOperation }>
  components: {
    securitySchemes: Record<string, object>
    schemas: Record<string, JsonSchema>
    responses: Record<string, ApiResponse>
    headers: Record<string, Header>
  }
}

/** Whose document it is. */
export interface ApiSite {
  /** The site's name. */
  name: string
  /** Where it answers: `https://example.org`. */
  origin: string
}

const ABOUT = [
  'The same calls that the pages make. All of it is JSON, but for the files that a call names.',
  'A list answers an array: `X-Total-Count` says how many there are in all, `Link` where the next page is.',
  'Every failure is `{ message, code, errors? }`.',
  'Signing in sets a cookie; a browser sends it by itself. A browser’s writes are taken from pages of this site only.',
].join(' ')

/** All of the document but whose it is: see `addressTo`. */
export function describeEndpoints(groups: readonly EndpointGroup[], names: SchemaNames): ApiDocument {
  const all = groups.flatMap(({ name, endpoints }) => endpoints.map((endpoint) => ({ tag: name, endpoint, id: operationIdOf(endpoint) })))
  const sent: Record<string, z.ZodType> = {}
  const answered: Record<string, z.ZodType> = {}
  for (const { id, endpoint } of all) {
    for (const part of ['params', 'query', 'body'] as const) sent[`${id} ${part}`] = endpoint[part]
    answered[id] = endpoint.response
  }
  const told = groups.flatMap(({ name, webhooks = [] }) => webhooks.map((webhook) => ({ tag: name, webhook })))
  for (const { webhook } of told) answered[webhook.event] = webhook.payload
  // Parameters are told one by one, so what holds them together needs no name.
  const holders = new Set(all.flatMap(({ endpoint }) => [endpoint.params, endpoint.query]))
  const schemas = toJsonSchemas(sent, answered, new Map([...names].filter(([schema]) => !holders.has(schema))))
  const published = publishedPaths(all.map(({ endpoint }) => endpoint.path))
  const paths: ApiDocument['paths'] = {}
  for (const { id, tag, endpoint } of all) {
    const path = published.get(endpoint.path) ?? endpoint.path
    const given = (part: 'params' | 'query' | 'body') => schemas.sent[`${id} ${part}`] ?? {}
    const operation: OpenApiOperation = {
      operationId: id,
      tags: [tag],
      summary: endpoint.summary,
      description: notesOn(endpoint),
      security: securityOf(endpoint),
      parameters: [...pathParameters(endpoint, path, given('params')), ...queryParameters(given('query')), ...headerParameters(endpoint)],
      ...bodyOf(endpoint, given('body')),
      responses: responsesOf(endpoint, schemas.answered[id] ?? {}),
    }
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.1',
    info: { title: '', version: '1.0.0', description: ABOUT },
    tags: groups.map(({ name, about }) => ({ name, description: about })),
    paths,
    webhooks: Object.fromEntries(
      told.map(({ tag, webhook }) => [webhook.event, { post: describeWebhook(tag, webhook, schemas.answered[webhook.event] ?? {}) }]),
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

/** The document as one site serves it. */
export const pathTemplate = (document: ApiDocument, { name, origin }: ApiSite): ApiDocument => ({
  ...document,
  info: {
    ...document.info,
    title: `${name} API`,
    license: { name: 'No licence is granted: ask whoever runs this site', url: `${origin}/about` },
    contact: { name, url: origin },
  },
  servers: [{ url: origin, description: name }],
})

/** `PATCH /api/things/:id` → `patchThingsById`: it stays as long as its address does. */
export function operationIdOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/:(\w+)/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** OpenAPI knows paths by their shape alone, so what `:slug` and `:id` stand for in one place is called `{slugOrId}` there. */
function publishedPaths(paths: readonly string[]): Map<string, string> {
  const shapeOf = (path: string) => path.replaceAll(/:\w+/g, ':')
  const namesAt = new Map<string, Set<string>[]>()
  for (const path of paths) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const known = namesAt.get(shapeOf(path)) ?? names.map(() => new Set<string>())
    names.forEach((name, place) => known[place]?.add(name))
    namesAt.set(shapeOf(path), known)
  }
  const joined = ([first = '', ...more]: string[]) =>
    first + more.map((name) => `Or${name.charAt(0).toUpperCase()}${name.slice(1)}`).join('')
  return new Map(
    paths.map((path) => {
      let place = 0
      return [path, path.replaceAll(/:\w+/g, () => `{${joined([...(namesAt.get(shapeOf(path))?.[place++] ?? [])])}}`)]
    }),
  )
}

function pathParameters({ path }: Endpoint, published: string, schema: JsonSchema): OpenApiParameter[] {
  const own = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return [...published.matchAll(/\{(\w+)\}/g)].map(([, name = ''], place) => {
    const given = own[place] ?? name
    return {
      name,
      in: 'path',
      required: true,
      schema: propertiesOf(schema)[given] ?? {},
      ...(given === name ? {} : { description: `Here: the ${given}.` }),
    }
  })
}

function queryParameters(schema: JsonSchema): OpenApiParameter[] {
  const required = schema.required ?? []
  return Object.entries(propertiesOf(schema)).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    schema,
  }))
}

function headerParameters(endpoint: Endpoint): OpenApiParameter[] {
  const pattern = endpoint.idempotencyKey?.source ?? (takesIdempotencyKey(endpoint) ? KEY_SOURCE : undefined)
  return [
    ...(pattern === undefined
      ? []
      : [{ name: 'Idempotency-Key', in: 'header' as const, description: ABOUT_KEY, schema: { type: 'string' as const, pattern } }]),
    ...(takesVersion(endpoint)
      ? [
          {
            name: 'If-Match',
            in: 'header' as const,
            description: ABOUT_VERSION,
            schema: { type: 'string' as const, pattern: VERSION_SOURCE },
          },
        ]
      : []),
  ]
}

const ABOUT_VERSION = 'The version that the change was made to, such as `"3"`: the same as `version` in the body.'

const ABOUT_KEY =
  'Chosen by the caller, a new one for each thing to be done: a request that is sent again with the same key and body is executed once, and its response is repeated for 24 hours.'

const propertiesOf = (schema: JsonSchema) => schema.properties ?? {}

/** What writes takes JSON, an empty object where there is nothing to say; a deletion may leave that out. */
function bodyOf({ method, maxFileBytes: bytes }: Endpoint, schema: JsonSchema): Pick<OpenApiOperation, 'requestBody'> {
  if (method === 'GET') return {}
  if (bytes) return { requestBody: { required: true, content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } } }
  const isEmpty = !schema['$ref'] && Object.keys(propertiesOf(schema)).length === 0
  if (method === 'DELETE' && isEmpty) return {}
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

function securityOf({ access }: Endpoint): OpenApiOperation['security'] {
  if (access === 'public') return [{}, { session: [] }]
  return [{ session: [access] }]
}

const WHO: Record<Endpoint['access'], string> = {
  public: 'Open to everybody; whoever is signed in acts as themselves.',
  member: 'For members who are signed in.',
  admin: 'For administrators.',
}

function notesOn({ access, rateLimit: limit, feature, maxFileBytes: bytes, maxBodyBytes: bodyLimit }: Endpoint): string {
  const most = bytes ?? bodyLimit
  return [
    WHO[access],
    limit &&
      `At most ${limit.max} calls in ${limit.minutes === 1 ? 'a minute' : formatCount(limit.minutes, NOUNS.minute)} from one address.`,
    most && `The body holds at most ${formatNumber(Math.floor(most / 1024))} KB.`,
    feature && `Not there (404) where the site has \`${feature}\` switched off.`,
  ]
    .filter(Boolean)
    .join(' ')
}
