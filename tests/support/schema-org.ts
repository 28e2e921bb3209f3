/** Reads the properties of schema.org types, including inherited ones, from the type declarations of the package schema-dts. */
import { readFileSync } from 'node:fs'

const declarations = readFileSync('node_modules/schema-dts/dist/schema.d.ts', 'utf8')
const interfaces = new Map<string, { parents: string[]; properties: string[] }>()
for (const [, name = '', parents = '', body = ''] of declarations.matchAll(
  /^(?:export )?interface (\w+(?:Base|Leaf)) extends ([^{]+) \{\n(.*?)^\}/gms,
)) {
  const properties = [...body.matchAll(/^ {4}"(\w+)"\?:/gm)].map(([, property = '']) => property)
  interfaces.set(name, { parents: parents.split(',').map((parent) => parent.trim()), properties })
}

function collectProperties(name: string): string[] {
  const declaration = interfaces.get(name)
  return declaration ? [...declaration.properties, ...declaration.parents.flatMap(collectProperties)] : []
}

const cachedProperties = new Map<string, Set<string> | undefined>()

/** Returns the names of a type's properties; `undefined` for an unknown type. */
export function propertiesOf(type: string): Set<string> | undefined {
  if (!cachedProperties.has(type))
    cachedProperties.set(type, interfaces.has(`${type}Leaf`) ? new Set(collectProperties(`${type}Leaf`)) : undefined)
  return cachedProperties.get(type)
}
