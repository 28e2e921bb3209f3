/** What the contracts call their schemas: a schema's name in the API's description is the name it is exported under. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { z } from '#platform/zod.ts'
import type { SchemaNames } from '#platform/openapi-schemas.ts'

const FEATURES = join(import.meta.dirname, '../features')

/** @throws Error when two different schemas have one name */
export async function findSchemaNames(): Promise<SchemaNames> {
  const names = new Map<z.ZodType, string>()
  const schemas = new Map<string, z.ZodType>()
  for (const file of globSync('**/*.contract.ts', { cwd: FEATURES }).toSorted()) {
    const contract = (await import(join(FEATURES, file))) as Record<string, unknown>
    for (const [name, schema] of Object.entries(contract)) {
      if (!(schema instanceof z.ZodType)) continue
      if (schemas.has(name) && schemas.get(name) !== schema) throw new Error(`Two schemas are called ${name}; one is in ${file}.`)
      schemas.set(name, schema)
      names.set(schema, name)
    }
  }
  return names
}
