/** fast-check arbitraries for the input of a contract, from its JSON Schema: valid and nearly valid values. */
import fc from 'fast-check'
import type { JsonSchema } from '#platform/openapi/openapi-schemas.ts'
import { oddValue, plainText } from './fuzz-texts.ts'

/** Existing values of the tested site, such as ids and slugs, by a pattern of the field's name. */
export type KnownValues = readonly (readonly [name: RegExp, values: readonly unknown[]])[]
type Value = fc.Arbitrary<unknown>

/** Text length without a `maxLength`. */
const DEFAULT_LENGTH = 60
const MAX_LENGTH = 3000
const MAX_NUMBER = 2_147_483_647

interface SchemaContext {
  known: KnownValues
  /** Name of the field. */
  name: string
  definitions: Record<string, JsonSchema>
}

/** Values that match the schema; refinements outside it are only sometimes satisfied. */
export function validValue(schema: JsonSchema, known: KnownValues): Value {
  return valueOf(schema, { known, name: '', definitions: (schema['$defs'] ?? {}) as Record<string, JsonSchema> })
}

/** Valid values with one mutation. */
export const almostValidValue = (schema: JsonSchema, known: KnownValues): Value =>
  fc.tuple(validValue(schema, known), fc.nat(40), oddValue, fc.nat(5)).map(([value, index, odd, how]) => mutate(value, index, odd, how))

function valueOf(schema: JsonSchema, context: SchemaContext): Value {
  if (schema.$ref !== undefined) return valueOf(context.definitions[schema.$ref.split('/').at(-1) ?? ''] ?? {}, context)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return fc.oneof(...branches.map((branch) => valueOf(branch, context)))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valueOf({ ...schema, type }, context)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, context)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, context), { maxLength: Math.min(Number(schema['maxItems'] ?? 4), 4) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number':
      return numberOf(schema, context)
    case 'string':
      return textOf(schema, context)
    default:
      return fc.oneof(knownOr(context, plainText), oddValue)
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, context: SchemaContext): Value {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valueOf(part, { ...context, name })]))
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields), noNullPrototype: true })
}

function numberOf(schema: JsonSchema, { known, name }: SchemaContext): Value {
  const min = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0)
  const max = Math.min(Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? MAX_NUMBER), MAX_NUMBER)
  const integer = fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) })
  const small = fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.min(Math.floor(max), 30)) })
  const any = schema.type === 'integer' ? integer : fc.oneof(integer, fc.double({ min, max, noNaN: true }))
  const existing = known.find(([pattern]) => pattern.test(name))?.[1].filter((value) => typeof value === 'number') ?? []
  const likely = existing.length > 0 ? fc.constantFrom(...existing) : small
  return fc.oneof(
    { arbitrary: likely, weight: 8 },
    { arbitrary: small, weight: 1 },
    { arbitrary: any, weight: 1 },
    { arbitrary: fc.constantFrom(min, max), weight: 1 },
  )
}

function textOf(schema: JsonSchema, context: SchemaContext): Value {
  const minLength = Number(schema['minLength'] ?? 0)
  const maxLength = Math.min(Number(schema['maxLength'] ?? DEFAULT_LENGTH), MAX_LENGTH)
  const cut = (text: string) => text.slice(0, maxLength).padEnd(minLength, 'x')
  const ordinary: Value = fc.oneof(
    { arbitrary: plainText.map(cut), weight: 16 },
    { arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) }), weight: 1 },
    { arbitrary: fc.constantFrom(cut('b'.repeat(maxLength)), cut('🌱'.repeat(maxLength)), 'c'.repeat(minLength)), weight: 1 },
  )
  return knownOr(context, byFormat(schema) ?? ordinary)
}

function byFormat({ format, pattern }: JsonSchema): Value | undefined {
  switch (format) {
    case 'email':
      return fc.nat(5000).map((n) => `reader${n}@example.org`)
    case 'uri':
      return fc.constantFrom('https://example.invalid/', 'http://127.0.0.1:9/a.png', 'https://example.invalid/%F0%9F%8C%B1?a=b#c')
    case 'date-time':
      return fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString())
    case 'date':
      return fc.constantFrom('2026-01-31', '2024-02-29', '2026-12-31')
  }
  if (typeof pattern !== 'string') return undefined
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    // fast-check cannot generate strings for lookaround assertions.
    return undefined
  }
}

function knownOr({ known, name }: SchemaContext, fallback: Value): Value {
  const values = known.find(([pattern]) => pattern.test(name))?.[1].filter((value) => typeof value === 'string') ?? []
  return values.length > 0 ? fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 5 }, { arbitrary: fallback, weight: 3 }) : fallback
}

/** Mutates one context of a value, `index` modulo their number: replaces, wraps in a list, removes or extends the value there. */
function mutate(value: unknown, index: number, odd: unknown, how: number): unknown {
  const paths = listPaths(value)
  const path = paths[index % paths.length]
  if (path === undefined || path.length === 0) return odd
  const copy = structuredClone(value)
  const name = path.at(-1) ?? ''
  const holder = path.slice(0, -1).reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], copy) as Record<string, unknown>
  if (how === 0) delete holder[name]
  else if (how === 1) holder[name] = [holder[name]]
  else if (how === 2) holder[`${name}s`] = odd
  else if (how === 3 && typeof holder[name] === 'string')
    holder[name] = `${holder[name]}${typeof odd === 'string' ? odd : JSON.stringify(odd)}`
  else holder[name] = odd
  return copy
}

function listPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const nested = Object.entries(value).flatMap(([name, part]) => listPaths(part, [...path, name]))
  return nested.length > 0 ? nested : [path]
}
