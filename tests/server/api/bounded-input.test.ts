/** All inputs of the API are bounded: strings, numbers and lists have maxima. A new field cannot omit them. */
import { expect, test } from 'vitest'
import type { JsonSchema } from '#platform/openapi/openapi-schemas.ts'
import { describeApiOf } from '#app/api-docs/api-description.ts'

const { paths, components } = await describeApiOf({ name: 'Tests', origin: 'http://localhost' })

test('every string, number and list of every input has a maximum', () => {
  const inputs = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { parameters, requestBody }]) => [
      ...parameters.map(({ name, schema }) => ({ place: `${method} ${path} ?${name}`, schema })),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ place: `${method} ${path}`, schema })),
    ]),
  )
  expect(inputs.length).toBeGreaterThan(150)
  expect(inputs.flatMap(({ place, schema }) => findUnbounded(schema, place))).toEqual([])
})

/** Patterns without `*`, `+` or open counts are bounded. */
const OPEN_PATTERN = /[*+]|\{\d+,\}/

function findUnbounded(reference: JsonSchema, place: string): string[] {
  const schema = reference.$ref === undefined ? reference : components.schemas[reference.$ref.replace('#/components/schemas/', '')]
  if (schema === undefined) return [`${place}: unresolved reference`]
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (branches.length > 0) return branches.flatMap((branch) => findUnbounded(branch, place))
  if (schema.enum ?? 'const' in schema) return []
  // A file: the endpoint limits its bytes.
  if (schema['format'] === 'binary') return []
  // A nullable value.
  if (Array.isArray(schema.type)) return schema.type.flatMap((type) => findUnbounded({ ...schema, type }, place))
  switch (schema.type) {
    case 'string': {
      const isClosed =
        typeof schema['maxLength'] === 'number' || (typeof schema['pattern'] === 'string' && !OPEN_PATTERN.test(schema['pattern']))
      return isClosed ? [] : [`${place}: unbounded string`]
    }
    case 'number':
    case 'integer':
      return typeof schema['maximum'] === 'number' ? [] : [`${place}: unbounded number`]
    case 'array':
      return [
        ...(typeof schema['maxItems'] === 'number' ? [] : [`${place}: unbounded list`]),
        ...findUnbounded(schema.items ?? {}, `${place}[]`),
      ]
    case 'object':
      return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => findUnbounded(property, `${place}.${name}`))
    case 'boolean':
    case 'null':
      return []
    default:
      return [`${place}: any value`]
  }
}
