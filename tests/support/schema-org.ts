/** The vocabulary of schema.org, read from the types of the package schema-dts: which properties a type has, its parents' included. */
import { readFileSync } from 'node:fs'

const text = readFileSync('node_modules/schema-dts/dist/schema.d.ts', 'utf8')
const interfaces = new Map<string, { parents: string[]; properties: string[] }>()
for (const [, name = '', parents = '', body = ''] of text.matchAll(
  /^(?:export )?interface (\w+(?:Base|Leaf)) extends ([^{]+) \{\n(.*?)^\}/gms,
)) {
  const properties = [...body.matchAll(/^ {4}"(\w+)"\?:/gm)].map(([, property = '']) => property)
  interfaces.set(name, { parents: parents.split(',').map((parent) => parent.trim()), properties })
}

function gather(name: string): string[] {
  const found = interfaces.get(name)
  return found ? [...found.properties, ...found.parents.flatMap(gather)] : []
}

const known = new Map<string, Set<string> | undefined>()

/** Undefined for what is no type. */
export function propertiesOf(type: string): Set<string> | undefined {
  if (!known.has(type)) known.set(type, interfaces.has(`${type}Leaf`) ? new Set(gather(`${type}Leaf`)) : undefined)
  return known.get(type)
}
