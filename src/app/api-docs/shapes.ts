/** Renders JSON Schema as HTML prose. */
import type { JsonSchema } from '#platform/openapi/openapi-schemas.ts'
import { formatNumber } from '#wording/numbers.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeForHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
/** Escapes text for HTML and turns backticks into `<code>`. */
export const proseHtml = (text: string): string => escapeForHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
const code = (value: unknown): string => `<code>${escapeForHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`

export const schemaLink = (name: string): string => `<a href="#shape-${escapeForHtml(name)}">${escapeForHtml(name)}</a>`
const nameOf = (ref: unknown): string => String(ref).split('/').at(-1) ?? ''

/** Describes a schema in one phrase, with an object's fields as a list. */
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

/** Describes a named schema: only its fields, if it has any. */
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
  /** Location or description of the field. */
  note?: string | undefined
}

export const fieldsHtml = (fields: readonly ShapeField[]): string => `<ul class="api-fields">${fields.map(writeField).join('')}</ul>`

function writeField({ name, shape, isRequired, note = String(shape['description'] ?? '') }: ShapeField): string {
  const defaultText = shape['default'] === undefined ? '' : `, ${code(shape['default'])} when left out`
  const parts = [
    `<b>${escapeForHtml(name)}</b>`,
    isRequired ? '' : '<small>optional</small>',
    `<span>${schemaHtml(shape)}${defaultText}</span>`,
  ]
  return `<li>${parts.filter(Boolean).join(' ')}${note ? ` <span class="api-note">${proseHtml(note)}</span>` : ''}</li>`
}

function between(schema: JsonSchema, what: 'Length' | 'Items', unit: string): string {
  const [min, max] = [schema[`min${what}`], schema[`max${what}`]].map((limit) => (typeof limit === 'number' ? limit : undefined))
  if (min === undefined && max === undefined) return ''
  if (min === max) return `, ${number(max)} ${unit}`
  if (max === undefined) return `, at least ${number(min)} ${unit}`
  return min === undefined ? `, at most ${number(max)} ${unit}` : `, ${number(min)} to ${number(max)} ${unit}`
}

/** Omits limits that are only the range of the number type. */
function range({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  const shown = (limit: unknown) => (typeof limit === 'number' && Math.abs(limit) < 1e12 ? limit : undefined)
  const above = shown(exclusiveMinimum)
  const [min, max] = [shown(minimum), shown(maximum)]
  const from = above === undefined ? min !== undefined && `from ${number(min)}` : `above ${number(above)}`
  const limits = [from, max !== undefined && `to ${number(max)}`].filter(Boolean).join(' ')
  return limits && ` ${limits}`
}

const number = (value: number | undefined): string => formatNumber(value ?? 0)
