/** Calls that are made up, and what a description of the API says of them. */
import { type Endpoint } from '#platform/contract/endpoint.ts'
import { describeEndpoints, type EndpointGroup } from '#platform/openapi/openapi.ts'
import { z } from '#platform/contract/zod.ts'

export const Thing = z.object({ id: z.number(), name: z.string().default('x') })
export const ThingQuery = z.object({ page: z.coerce.number().optional(), q: z.string() })
/** Parts refer to things, so they are another when they are sent, too. */
export const Part = z.object({ thing: Thing })
export const Colour = z.enum(['red', 'green'])
const NAMES = new Map<z.ZodType, string>([
  [Thing, 'Thing'],
  [ThingQuery, 'ThingQuery'],
  [Part, 'Part'],
  [Colour, 'Colour'],
])
export const byId = z.object({ id: z.number() })
export const done = z.object({})

export const documentOf = (endpoints: Endpoint[], more: Partial<EndpointGroup> = {}) =>
  describeEndpoints([{ name: 'Things', about: 'What there is.', endpoints, ...more }], NAMES)
export const refTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
export const refsTo = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, component]) => [name, refTo('headers', component)]))

/** What is said of one call, its answers by their statuses. */
export function describeOne(one: Endpoint) {
  const document = documentOf([one])
  const [operation] = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  if (!operation) throw new Error('It is not there.')
  const { responses, ...rest } = operation
  const isFailure = ([status]: [string, unknown]) => Number(status) >= 300
  return {
    ...rest,
    success: Object.fromEntries(Object.entries(responses).filter((entry) => !isFailure(entry))),
    others: Object.entries(responses)
      .filter(isFailure)
      .map(([status, answer]) => `${status} ${'$ref' in answer ? answer.$ref.replace('#/components/responses/', '') : '?'}`)
      .join(', '),
  }
}

export const EVERYBODY = 'Open to everybody; whoever is signed in acts as themselves.'
export const READ = { 'X-Request-Id': 'RequestId', ETag: 'ETag', 'X-Read-Tables': 'ReadTables' }
export const WRITE = { 'X-Request-Id': 'RequestId', 'X-Written-Tables': 'WrittenTables' }
export const json = (schema: object) => ({ 'application/json': { schema } })
export const EMPTY = { type: 'object', properties: {}, additionalProperties: false }
export const BYTES = { type: 'string', format: 'binary' }
