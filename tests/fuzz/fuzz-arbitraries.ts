/** From what a contract says of its input, as JSON Schema: what fits it, what nearly fits, and what never does. */
import fc from 'fast-check'
import type { JsonSchema } from '#platform/openapi/openapi-schemas.ts'
import { oddValue, plainText } from './fuzz-texts.ts'

/** Values that name something on the site that is tried, by a part of the field's name. */
export type KnownValues = readonly (readonly [name: RegExp, values: readonly unknown[]])[]
type Value = fc.Arbitrary<unknown>

/** Where a contract names no end. */
const USUAL_LENGTH = 60
const LONGEST = 3000
const LAST_NUMBER = 2_147_483_647

interface Place {
  known: KnownValues
  /** Of the field. */
  name: string
  definitions: Record<string, JsonSchema>
}

/** What the schema lets in; refinements that it cannot tell are met now and then. */
export function fitting(schema: JsonSchema, known: KnownValues): Value {
  return valueOf(schema, { known, name: '', definitions: (schema['$defs'] ?? {}) as Record<string, JsonSchema> })
}

/** As it fits, but for one place. */
export const nearlyFitting = (schema: JsonSchema, known: KnownValues): Value =>
  fc.tuple(fitting(schema, known), fc.nat(40), oddValue, fc.nat(5)).map(([value, at, odd, how]) => spoil(value, at, odd, how))

function valueOf(schema: JsonSchema, place: Place): Value {
  if (schema.$ref !== undefined) return valueOf(place.definitions[schema.$ref.split('/').at(-1) ?? ''] ?? {}, place)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return fc.oneof(...branches.map((branch) => valueOf(branch, place)))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valueOf({ ...schema, type }, place)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, place)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, place), { maxLength: Math.min(Number(schema['maxItems'] ?? 4), 4) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number':
      return numberOf(schema, place)
    case 'string':
      return textOf(schema, place)
    default:
      return fc.oneof(knownOr(place, plainText), oddValue)
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, place: Place): Value {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valueOf(part, { ...place, name })]))
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields), noNullPrototype: true })
}

function numberOf(schema: JsonSchema, { known, name }: Place): Value {
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0)
  const most = Math.min(Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? LAST_NUMBER), LAST_NUMBER)
  const whole = fc.integer({ min: Math.ceil(least), max: Math.max(Math.ceil(least), Math.floor(most)) })
  const small = fc.integer({ min: Math.ceil(least), max: Math.max(Math.ceil(least), Math.min(Math.floor(most), 30)) })
  const usual = schema.type === 'integer' ? whole : fc.oneof(whole, fc.double({ min: least, max: most, noNaN: true }))
  const named = known.find(([pattern]) => pattern.test(name))?.[1].filter((value) => typeof value === 'number') ?? []
  const likely = named.length > 0 ? fc.constantFrom(...named) : small
  return fc.oneof(
    { arbitrary: likely, weight: 8 },
    { arbitrary: small, weight: 1 },
    { arbitrary: usual, weight: 1 },
    { arbitrary: fc.constantFrom(least, most), weight: 1 },
  )
}

function textOf(schema: JsonSchema, place: Place): Value {
  const minLength = Number(schema['minLength'] ?? 0)
  const maxLength = Math.min(Number(schema['maxLength'] ?? USUAL_LENGTH), LONGEST)
  const cut = (text: string) => text.slice(0, maxLength).padEnd(minLength, 'x')
  const usual: Value = fc.oneof(
    { arbitrary: plainText.map(cut), weight: 16 },
    { arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) }), weight: 1 },
    { arbitrary: fc.constantFrom(cut('b'.repeat(maxLength)), cut('🌱'.repeat(maxLength)), 'c'.repeat(minLength)), weight: 1 },
  )
  return knownOr(place, byFormat(schema) ?? usual)
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
    // It looks ahead or behind, which cannot be made the other way round.
    return undefined
  }
}

function knownOr({ known, name }: Place, usual: Value): Value {
  const values = known.find(([pattern]) => pattern.test(name))?.[1].filter((value) => typeof value === 'string') ?? []
  return values.length > 0 ? fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 5 }, { arbitrary: usual, weight: 3 }) : usual
}

/** Of all the places in a value the one at `at`, counted round: another value there, the value in a list, left out, or more of it. */
function spoil(value: unknown, at: number, odd: unknown, how: number): unknown {
  const places = placesIn(value)
  const path = places[at % places.length]
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

function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name]))
  return inside.length > 0 ? inside : [path]
}
