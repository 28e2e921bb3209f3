/** Converts the contracts' zod schemas to JSON Schema. Named schemas become components, and other schemas refer to them. */
import { z } from '#platform/contract/zod.ts'

/** A JSON Schema. It lists the keywords that this code reads; others are allowed and unchanged. */
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
/** Component names of zod schemas. */
export type SchemaNames = ReadonlyMap<z.ZodType, string>

interface Converted {
  schemas: Record<string, JsonSchema>
  components: Record<string, JsonSchema>
}
export interface Schemas {
  /** Request schemas by key; properties with a default are optional. */
  requests: Record<string, JsonSchema>
  /** Response schemas by key; properties with a default are required, and additional properties are forbidden. */
  responses: Record<string, JsonSchema>
  components: Record<string, JsonSchema>
}

/**
 * Converts request and response schemas.
 * @param requests schemas by a key of the caller's choice
 * @param responses schemas by a key of the caller's choice
 * @param names names of the schemas that become components. A schema that differs between requests and responses becomes a second
 *   component,
 *   `…Input`, for requests
 */
export function toJsonSchemas(requests: Record<string, z.ZodType>, responses: Record<string, z.ZodType>, names: SchemaNames): Schemas {
  const output = convert(responses, 'output', names)
  const firstInput = convert(requests, 'input', names)
  const differing = findDifferingNames(firstInput.components, output.components)
  const renamed: SchemaNames = new Map([...names].map(([schema, name]) => [schema, differing.has(name) ? `${name}Input` : name]))
  const input = differing.size ? convert(requests, 'input', renamed) : firstInput
  return { requests: input.schemas, responses: output.schemas, components: { ...input.components, ...output.components } }
}

function convert(schemas: Record<string, z.ZodType>, io: 'input' | 'output', names: SchemaNames): Converted {
  const metadata = z.registry<{ id: string }>()
  for (const [schema, id] of names) metadata.add(schema, { id })
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(schemas), { io, metadata, unrepresentable: 'any' })
  // zod adds the id to the schema, but it is only the component's name, not a keyword.
  const components = Object.entries($defs).map(([name, { id: _id, ...schema }]) => [name, schema])
  const text = JSON.stringify({ schemas: properties, components: Object.fromEntries(components) })
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Converted
}

/** Returns the names of components that differ between requests and responses, or refer to one that does. */
function findDifferingNames(input: Record<string, JsonSchema>, output: Record<string, JsonSchema>): Set<string> {
  const commonNames = Object.keys(input).filter((name) => name in output)
  const differing = new Set(commonNames.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])))
  for (let size = -1; size !== differing.size;) {
    size = differing.size
    const refersToDifferingSchema = (schema: unknown) => [...differing].some((name) => JSON.stringify(schema).includes(`/${name}"`))
    for (const name of commonNames) if (refersToDifferingSchema(input[name])) differing.add(name)
  }
  return differing
}
