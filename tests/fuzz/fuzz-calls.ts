/** Generates calls of an endpoint: role, URL and body, printable and reproducible. */
import fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { JsonSchema } from '#platform/openapi/openapi-schemas.ts'
import { validValue, almostValidValue, type KnownValues } from './fuzz-arbitraries.ts'
import { junkBody, oddText } from './fuzz-texts.ts'

/** `neighbour` is an administrator of a tenant site, on its host; `stray` is the same session on the main site. */
export const ROLES = ['visitor', 'member', 'admin', 'neighbour', 'stray'] as const
export type Role = (typeof ROLES)[number]

export interface FuzzCall {
  as: Role
  method: string
  url: string
  contentType?: string
  body?: string | Buffer
}

const LOOSE = { io: 'input', unrepresentable: 'any' } as const
const toSchema = (schema: z.ZodType) => z.toJSONSchema(schema, LOOSE) as JsonSchema

export function callsOf(endpoint: Endpoint, known: KnownValues): fc.Arbitrary<FuzzCall> {
  const { method, path } = endpoint
  const params = mostly(validValue(toSchema(endpoint.params), known), almostValidValue(toSchema(endpoint.params), known))
  const query = mostly(validValue(toSchema(endpoint.query), known), almostValidValue(toSchema(endpoint.query), known))
  const extra = fc.option(fc.tuple(oddText, oddText), { freq: 12, nil: undefined })
  return fc
    .record({ as: roleFor(endpoint), params, query, extra, payload: payloadOf(endpoint, known) })
    .map(({ as, params, query, extra, payload }) => ({ as, method, url: urlOf(path, params, query, extra), ...payload }))
}

/** The role that the endpoint requires most often, and sometimes any other. */
const roleFor = ({ access }: Endpoint): fc.Arbitrary<Role> => {
  const required = access === 'public' ? 'visitor' : access
  return fc.oneof({ arbitrary: fc.constant<Role>(required), weight: 3 }, { arbitrary: fc.constantFrom(...ROLES), weight: 2 })
}

const mostly = <T>(ordinary: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: ordinary, weight: 3 }, { arbitrary: odd, weight: 1 })

type Payload = Pick<FuzzCall, 'contentType' | 'body'>

function payloadOf({ method, maxFileBytes, body }: Endpoint, known: KnownValues): fc.Arbitrary<Payload> {
  if (method === 'GET') return fc.constant({})
  if (maxFileBytes) return filePayload
  const schema = toSchema(body)
  const asJson = (value: unknown): Payload => ({ contentType: 'application/json', body: JSON.stringify(value) ?? 'null' })
  return fc.oneof(
    { arbitrary: validValue(schema, known).map(asJson), weight: 5 },
    { arbitrary: almostValidValue(schema, known).map(asJson), weight: 4 },
    { arbitrary: junkBody.map((body) => ({ contentType: 'application/json', body })), weight: 1 },
    {
      arbitrary: fc.record({
        contentType: fc.constantFrom('text/plain', 'image/png', 'application/x-www-form-urlencoded', ''),
        body: junkBody,
      }),
      weight: 1,
    },
  )
}

/** A minimal PNG. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
const filePayload: fc.Arbitrary<Payload> = fc.record({
  contentType: fc.constantFrom('image/png', 'image/jpeg', 'image/svg+xml', 'image/', 'application/json'),
  body: fc.oneof(
    fc.constant(PICTURE),
    fc.nat(PICTURE.length).map((end) => PICTURE.subarray(0, end)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.concat([PICTURE, bytes])),
  ),
})

function urlOf(path: string, params: unknown, query: unknown, extra: [string, string] | undefined): string {
  const values = isRecord(params) ? params : {}
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encode(values[name] ?? params))
  const pairs = isRecord(query) ? Object.entries(query).filter(([, value]) => value !== undefined) : []
  const parts = [...pairs.flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const)), ...(extra ? [extra] : [])]
  return parts.length > 0 ? `${filled}?${parts.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}` : filled
}

/** Encodes a value for a URL: lone surrogates are replaced, lists and objects become JSON, as from a careless client. */
const encode = (value: unknown): string =>
  encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()) || '%20'
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
