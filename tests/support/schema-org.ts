/** The properties of schema.org types, inherited ones included, read from the types of the package schema-dts. */
import { readFileSync } from 'node:fs'

const text = readFileSync('node_modules/schema-dts/dist/schema.d.ts', 'utf8')
const interfaces = new Map<string, { parents: string[]; properties: string[] }>()
for (const [, name = '', parents = '', body = ''] of text.matchAll(
  /^(?:export )?interface (\w+(?:Base|Leaf)) extends ([^{]+) \{\n(.*?)^\}/gms,
)) {
  const properties = [...body.matchAll(/^ {4}"(\w+)"\?:/gm)].map(([, property = '']) => property)
  interfaces.set(name, { parents: parents.split(',').map((parent) => parent.trim()), properties })
}

function collectProperties(name: string): string[] {
  const found = interfaces.get(name)
  return found ? [...found.properties, ...found.parents.flatMap(collectProperties)] : []
}

const cachedProperties = new Map<string, Set<string> | undefined>()

/** @returns `undefined` for an unknown type */
export function propertiesOf(type: string): Set<string> | undefined {
  if (!cachedProperties.has(type))
    cachedProperties.set(type, interfaces.has(`${type}Leaf`) ? new Set(collectProperties(`${type}Leaf`)) : undefined)
  return cachedProperties.get(type)
}
