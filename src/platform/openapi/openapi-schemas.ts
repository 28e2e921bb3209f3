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
  requests: Record<string, JsonSchema>
  /** Response schemas, in which they are required, without additional properties. */
  responses: Record<string, JsonSchema>
  components: Record<string, JsonSchema>
}

/**
 * Converts request and response schemas.
 * @param requests schemas by any key
 * @param responses schemas by any key
 * @param names of the schemas that become components. A schema whose request form differs becomes a second component, `…Input`
 */
export function toJsonSchemas(requests: Record<string, z.ZodType>, responses: Record<string, z.ZodType>, names: SchemaNames): Schemas {
  const output = convert(responses, 'output', names)
  const firstInput = convert(requests, 'input', names)
  const differing = namesThatDiffer(firstInput.components, output.components)
  const renamed: SchemaNames = new Map([...names].map(([schema, name]) => [schema, differing.has(name) ? `${name}Input` : name]))
  const input = differing.size ? convert(requests, 'input', renamed) : firstInput
  return { requests: input.schemas, responses: output.schemas, components: { ...input.components, ...output.components } }
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
function namesThatDiffer(input: Record<string, JsonSchema>, output: Record<string, JsonSchema>): Set<string> {
  const both = Object.keys(input).filter((name) => name in output)
  const differing = new Set(both.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])))
  for (let size = -1; size !== differing.size;) {
    size = differing.size
    const refersToOne = (schema: unknown) => [...differing].some((name) => JSON.stringify(schema).includes(`/${name}"`))
    for (const name of both) if (refersToOne(input[name])) differing.add(name)
  }
  return differing
}
