/** The contracts' zod schemas as JSON Schema: what has a name stands once, as a component, and is referred to. */
import { z } from '#platform/contract/zod.ts'

/** As much of it as is looked at here; the rest is passed on as it is. */
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
/** `sent` is what a caller sends (defaults may be left out), `answered` what comes back (they are there, and nothing else). */
export interface Schemas {
  sent: Record<string, JsonSchema>
  answered: Record<string, JsonSchema>
  components: Record<string, JsonSchema>
}

/**
 * @param sent schemas of what comes in, by any key
 * @param answered schemas of what goes out
 * @param names of those that become components; a schema that looks different when sent is called `…Input` there
 */
export function toJsonSchemas(sent: Record<string, z.ZodType>, answered: Record<string, z.ZodType>, names: SchemaNames): Schemas {
  const out = convert(answered, 'output', names)
  const first = convert(sent, 'input', names)
  const differing = namesThatDiffer(first.components, out.components)
  const renamed: SchemaNames = new Map([...names].map(([schema, name]) => [schema, differing.has(name) ? `${name}Input` : name]))
  const into = differing.size ? convert(sent, 'input', renamed) : first
  return { sent: into.schemas, answered: out.schemas, components: { ...into.components, ...out.components } }
}

function convert(schemas: Record<string, z.ZodType>, io: 'input' | 'output', names: SchemaNames): Converted {
  const metadata = z.registry<{ id: string }>()
  for (const [schema, id] of names) metadata.add(schema, { id })
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(schemas), { io, metadata, unrepresentable: 'any' })
  // A name is a place in the document, not a word of the schema.
  const components = Object.entries($defs).map(([name, { id: _id, ...schema }]) => [name, schema])
  const text = JSON.stringify({ schemas: properties, components: Object.fromEntries(components) })
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Converted
}

/** A schema that refers to one that differs does so too. */
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
