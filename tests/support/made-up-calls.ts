/** Creates sample endpoints and their OpenAPI description. */
import { type Endpoint } from '#platform/contract/endpoint.ts'
import { describeEndpoints, type EndpointGroup } from '#platform/openapi/openapi.ts'
import { z } from '#platform/contract/zod.ts'

export const Thing = z.object({ id: z.number(), name: z.string().default('x') })
export const ThingQuery = z.object({ page: z.coerce.number().optional(), q: z.string() })
/** Schema that refers to `Thing`, whose input and output schemas differ, so that its own differ too. */
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

/** Describes one endpoint, with its responses split into successes and failures. */
export function describeOne(one: Endpoint) {
  const document = documentOf([one])
  const [operation] = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  if (!operation) throw new Error('The endpoint is not in the document.')
  const { responses, ...rest } = operation
  const isFailure = ([status]: [string, unknown]) => Number(status) >= 300
  return {
    ...rest,
    success: Object.fromEntries(Object.entries(responses).filter((entry) => !isFailure(entry))),
    others: Object.entries(responses)
      .filter(isFailure)
      .map(([status, response]) => `${status} ${'$ref' in response ? response.$ref.replace('#/components/responses/', '') : '?'}`)
      .join(', '),
  }
}

export const EVERYBODY = 'Open to everybody; whoever is signed in acts as themselves.'
export const READ = { 'X-Request-Id': 'RequestId', ETag: 'ETag', 'X-Read-Tables': 'ReadTables' }
export const WRITE = { 'X-Request-Id': 'RequestId', 'X-Written-Tables': 'WrittenTables' }
export const json = (schema: object) => ({ 'application/json': { schema } })
export const EMPTY = { type: 'object', properties: {}, additionalProperties: false }
export const BYTES = { type: 'string', format: 'binary' }
