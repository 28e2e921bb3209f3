/** JSON Schema in words, as HTML. */
import type { JsonSchema } from '#platform/openapi/openapi-schemas.ts'
import { formatNumber } from '#wording/numbers.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeForHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
/** Escaped, with what stands between backticks as code. */
export const proseHtml = (text: string): string => escapeForHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
const code = (value: unknown): string => `<code>${escapeForHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`

export const schemaLink = (name: string): string => `<a href="#shape-${escapeForHtml(name)}">${escapeForHtml(name)}</a>`
const nameOf = (ref: unknown): string => String(ref).split('/').at(-1) ?? ''

/** What a value is, in one phrase; the fields of an object follow as a list. */
export function schemaHtml(schema: JsonSchema): string {
  const { $ref, enum: values, const: only, anyOf, oneOf, type, items } = schema
  if ($ref) return schemaLink(nameOf($ref))
  if (values) return values.map(code).join(' or ')
  if (only !== undefined) return code(only)
  if (anyOf ?? oneOf) return (anyOf ?? oneOf ?? []).map(schemaHtml).join(' or ')
  if (Array.isArray(type)) return type.map((one) => schemaHtml({ ...schema, type: one })).join(' or ')
  if (type === 'array') return `list of ${schemaHtml(items ?? {})}${between(schema, 'Items', 'of them')}`
  if (type === 'object') return writeObject(schema)
  if (type === 'string') return schema['format'] === 'binary' ? 'a file’s bytes' : `text${between(schema, 'Length', 'characters')}`
  if (type === 'integer' || type === 'number') return `${type === 'integer' ? 'whole number' : 'number'}${range(schema)}`
  if (type === 'boolean') return 'true or false'
  return type === 'null' ? '<code>null</code>' : 'anything'
}

/** Of what has a name: its fields alone, where it has some. */
export const namedSchemaHtml = (schema: JsonSchema): string => schemaHtml(schema).replace(/^object (?=<ul)/, '')

function writeObject(schema: JsonSchema): string {
  const fields = Object.entries(schema.properties ?? {})
  if (!fields.length) return schema['additionalProperties'] ? 'object of any fields' : 'an empty object'
  const required = schema.required ?? []
  return `object ${fieldsHtml(fields.map(([name, shape]) => ({ name, shape, isRequired: required.includes(name) })))}`
}

export interface ShapeField {
  name: string
  shape: JsonSchema
  isRequired: boolean
  /** Where it goes, or what it is for. */
  note?: string | undefined
}

export const fieldsHtml = (fields: readonly ShapeField[]): string => `<ul class="api-fields">${fields.map(writeField).join('')}</ul>`

function writeField({ name, shape, isRequired, note = String(shape['description'] ?? '') }: ShapeField): string {
  const usual = shape['default'] === undefined ? '' : `, ${code(shape['default'])} when left out`
  const parts = [`<b>${escapeForHtml(name)}</b>`, isRequired ? '' : '<small>optional</small>', `<span>${schemaHtml(shape)}${usual}</span>`]
  return `<li>${parts.filter(Boolean).join(' ')}${note ? ` <span class="api-note">${proseHtml(note)}</span>` : ''}</li>`
}

function between(schema: JsonSchema, what: 'Length' | 'Items', unit: string): string {
  const [least, most] = [schema[`min${what}`], schema[`max${what}`]].map((limit) => (typeof limit === 'number' ? limit : undefined))
  if (least === undefined && most === undefined) return ''
  if (least === most) return `, ${number(most)} ${unit}`
  if (most === undefined) return `, at least ${number(least)} ${unit}`
  return least === undefined ? `, at most ${number(most)} ${unit}` : `, ${number(least)} to ${number(most)} ${unit}`
}

/** Limits that no number reaches are none. */
function range({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  const shown = (limit: unknown) => (typeof limit === 'number' && Math.abs(limit) < 1e12 ? limit : undefined)
  const above = shown(exclusiveMinimum)
  const [least, most] = [shown(minimum), shown(maximum)]
  const from = above === undefined ? least !== undefined && `from ${number(least)}` : `above ${number(above)}`
  const limits = [from, most !== undefined && `to ${number(most)}`].filter(Boolean).join(' ')
  return limits && ` ${limits}`
}

const number = (value: number | undefined): string => formatNumber(value ?? 0)
