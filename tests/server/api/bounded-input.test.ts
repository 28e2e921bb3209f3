/** What a call takes has its ends: each text a length, each number a highest value, each list a count. A new field cannot forget them. */
import { expect, test } from 'vitest'
import type { JsonSchema } from '#platform/openapi/openapi-schemas.ts'
import { describeApiOf } from '#app/api-docs/api-description.ts'

const { paths, components } = await describeApiOf({ name: 'Tests', origin: 'http://localhost' })

test('every text, number and list of every call has its ends', () => {
  const inputs = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { parameters, requestBody }]) => [
      ...parameters.map(({ name, schema }) => ({ place: `${method} ${path} ?${name}`, schema })),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ place: `${method} ${path}`, schema })),
    ]),
  )
  expect(inputs.length).toBeGreaterThan(150)
  expect(inputs.flatMap(({ place, schema }) => findUnbounded(schema, place))).toEqual([])
})

/** A pattern without `*`, `+` and open counts ends by itself. */
const OPEN_PATTERN = /[*+]|\{\d+,\}/

function findUnbounded(given: JsonSchema, place: string): string[] {
  const schema = given.$ref === undefined ? given : components.schemas[given.$ref.replace('#/components/schemas/', '')]
  if (schema === undefined) return [`${place}: leads nowhere`]
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (branches.length > 0) return branches.flatMap((branch) => findUnbounded(branch, place))
  if (schema.enum ?? 'const' in schema) return []
  // A file: the endpoint says how many bytes.
  if (schema['format'] === 'binary') return []
  // A value, or none.
  if (Array.isArray(schema.type)) return schema.type.flatMap((type) => findUnbounded({ ...schema, type }, place))
  switch (schema.type) {
    case 'string': {
      const isClosed =
        typeof schema['maxLength'] === 'number' || (typeof schema['pattern'] === 'string' && !OPEN_PATTERN.test(schema['pattern']))
      return isClosed ? [] : [`${place}: a text of any length`]
    }
    case 'number':
    case 'integer':
      return typeof schema['maximum'] === 'number' ? [] : [`${place}: a number of any size`]
    case 'array':
      return [
        ...(typeof schema['maxItems'] === 'number' ? [] : [`${place}: a list of any length`]),
        ...findUnbounded(schema.items ?? {}, `${place}[]`),
      ]
    case 'object':
      return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => findUnbounded(property, `${place}.${name}`))
    case 'boolean':
    case 'null':
      return []
    default:
      return [`${place}: anything`]
  }
}
