/** Converts the contracts' zod schemas to JSON Schema. Named schemas become components, which are referenced. */
import { z } from '#platform/contract/zod.ts'

/** The keywords that are read here; others are passed on. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  [keyword: string]: unknown
}
export type SchemaNames = ReadonlyMap<z.ZodType, string>

interface Converted {
  schemas: Record<string, JsonSchema>
  components: Record<string, JsonSchema>
}
export interface Schemas {
  /** Request schemas, in which properties with defaults are optional. */
  sent: Record<string, JsonSchema>
  /** Response schemas, in which they are required, without additional properties. */
  answered: Record<string, JsonSchema>
  components: Record<string, JsonSchema>
}

/**
 * Converts request and response schemas.
 * @param sent request schemas, by any key
 * @param answered response schemas, by any key
 * @param names of the schemas that become components. A schema whose request form differs becomes a second component, `…Input`
 */
export function toJsonSchemas(sent: Record<string, z.ZodType>, answered: Record<string, z.ZodType>, names: SchemaNames): Schemas {
  const responses = convert(answered, 'output', names)
  const requestsWithoutRenames = convert(sent, 'input', names)
  const differing = namesThatDiffer(requestsWithoutRenames.components, responses.components)
  const renamed: SchemaNames = new Map([...names].map(([schema, name]) => [schema, differing.has(name) ? `${name}Input` : name]))
  const requests = differing.size ? convert(sent, 'input', renamed) : requestsWithoutRenames
  return { sent: requests.schemas, answered: responses.schemas, components: { ...requests.components, ...responses.components } }
}

function convert(schemas: Record<string, z.ZodType>, io: 'input' | 'output', names: SchemaNames): Converted {
  const metadata = z.registry<{ id: string }>()
  for (const [schema, id] of names) metadata.add(schema, { id })
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(schemas), { io, metadata, unrepresentable: 'any' })
  // The id is only the component's name, not a keyword of its schema.
  const components = Object.entries($defs).map(([name, { id: _id, ...schema }]) => [name, schema])
  const text = JSON.stringify({ schemas: properties, components: Object.fromEntries(components) })
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Converted
}

/** Includes schemas that reference a differing one. */
function namesThatDiffer(sent: Record<string, JsonSchema>, answered: Record<string, JsonSchema>): Set<string> {
  const both = Object.keys(sent).filter((name) => name in answered)
  const differing = new Set(both.filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(answered[name])))
  for (let size = -1; size !== differing.size;) {
    size = differing.size
    const refersToOne = (schema: unknown) => [...differing].some((name) => JSON.stringify(schema).includes(`/${name}"`))
    for (const name of both) if (refersToOne(sent[name])) differing.add(name)
  }
  return differing
}
