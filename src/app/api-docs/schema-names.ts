/** Names schemas in the OpenAPI document by the names under which contracts export them. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { z } from '#platform/contract/zod.ts'
import type { SchemaNames } from '#platform/openapi/openapi-schemas.ts'

type Contract = Record<string, unknown>

const FEATURES_FOLDER = join(import.meta.dirname, '../../features')
/** Contracts of the bundled server, which contain the same schema objects that validate the calls; `undefined` when it runs from source. */
const bundledContracts = import.meta.env?.PROD ? import.meta.glob<Contract>('../../features/**/*.contract.ts') : undefined

/** Finds the schemas that contracts export. @returns their names @throws Error if two different schemas have the same name */
export async function findSchemaNames(): Promise<SchemaNames> {
  const names = new Map<z.ZodType, string>()
  const schemas = new Map<string, z.ZodType>()
  for (const [file, load] of listContracts()) {
    const contract = await load()
    for (const [name, schema] of Object.entries(contract)) {
      if (!(schema instanceof z.ZodType)) continue
      if (schemas.has(name) && schemas.get(name) !== schema) throw new Error(`Two schemas have the name ${name}; one is in ${file}.`)
      schemas.set(name, schema)
      names.set(schema, name)
    }
  }
  return names
}

function listContracts(): [file: string, load: () => Promise<Contract>][] {
  if (bundledContracts) return Object.entries(bundledContracts).toSorted(([firstPath], [secondPath]) => (firstPath < secondPath ? -1 : 1))
  const files = globSync('**/*.contract.ts', { cwd: FEATURES_FOLDER }).toSorted()
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- contracts are found by their file names
  return files.map((file) => [file, () => import(join(FEATURES_FOLDER, file)) as Promise<Contract>])
}
