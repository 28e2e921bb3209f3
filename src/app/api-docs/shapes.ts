/** Renders JSON Schema as HTML prose. */
import type { JsonSchema } from '#platform/openapi/openapi-schemas.ts'
import { formatNumber } from '#wording/numbers.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeForHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
/** Escapes text for HTML and turns backticks into `<code>`. */
export const writeProse = (text: string): string => escapeForHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
const writeCode = (value: unknown): string => `<code>${escapeForHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`

export const writeSchemaLink = (name: string): string => `<a href="#shape-${escapeForHtml(name)}">${escapeForHtml(name)}</a>`
const getReferencedName = (ref: unknown): string => String(ref).split('/').at(-1) ?? ''

/** Describes a schema in one phrase; the fields of an object follow as a list. */
export function writeSchema(schema: JsonSchema): string {
  const { $ref, enum: values, const: constant, anyOf, oneOf, type, items } = schema
  if ($ref) return writeSchemaLink(getReferencedName($ref))
  if (values) return values.map(writeCode).join(' or ')
  if (constant !== undefined) return writeCode(constant)
  if (anyOf ?? oneOf) return (anyOf ?? oneOf ?? []).map(writeSchema).join(' or ')
  if (Array.isArray(type)) return type.map((singleType) => writeSchema({ ...schema, type: singleType })).join(' or ')
  if (type === 'array') return `list of ${writeSchema(items ?? {})}${writeSizeLimits(schema, 'Items', 'of them')}`
  if (type === 'object') return writeObject(schema)
  if (type === 'string') return schema['format'] === 'binary' ? 'a file’s bytes' : `text${writeSizeLimits(schema, 'Length', 'characters')}`
  if (type === 'integer' || type === 'number') return `${type === 'integer' ? 'whole number' : 'number'}${writeNumberLimits(schema)}`
  if (type === 'boolean') return 'true or false'
  return type === 'null' ? '<code>null</code>' : 'anything'
}

/** Describes a named schema. For an object with fields, the result is only the list of its fields. */
export const writeNamedSchema = (schema: JsonSchema): string => writeSchema(schema).replace(/^object (?=<ul)/, '')

function writeObject(schema: JsonSchema): string {
  const fields = Object.entries(schema.properties ?? {})
  if (!fields.length) return schema['additionalProperties'] ? 'object of any fields' : 'an empty object'
  const required = schema.required ?? []
  return `object ${writeFields(fields.map(([name, shape]) => ({ name, shape, isRequired: required.includes(name) })))}`
}

export interface ShapeField {
  name: string
  shape: JsonSchema
  isRequired: boolean
  /** Location or description of the field. */
  note?: string | undefined
}

export const writeFields = (fields: readonly ShapeField[]): string => `<ul class="api-fields">${fields.map(writeField).join('')}</ul>`

function writeField({ name, shape, isRequired, note = String(shape['description'] ?? '') }: ShapeField): string {
  const defaultText = shape['default'] === undefined ? '' : `, ${writeCode(shape['default'])} when left out`
  const parts = [
    `<b>${escapeForHtml(name)}</b>`,
    isRequired ? '' : '<small>optional</small>',
    `<span>${writeSchema(shape)}${defaultText}</span>`,
  ]
  return `<li>${parts.filter(Boolean).join(' ')}${note ? ` <span class="api-note">${writeProse(note)}</span>` : ''}</li>`
}

function writeSizeLimits(schema: JsonSchema, keywordSuffix: 'Length' | 'Items', unit: string): string {
  const [min, max] = [schema[`min${keywordSuffix}`], schema[`max${keywordSuffix}`]].map((limit) =>
    typeof limit === 'number' ? limit : undefined,
  )
  if (min === undefined && max === undefined) return ''
  if (min === max) return `, ${writeNumber(max)} ${unit}`
  if (max === undefined) return `, at least ${writeNumber(min)} ${unit}`
  return min === undefined ? `, at most ${writeNumber(max)} ${unit}` : `, ${writeNumber(min)} to ${writeNumber(max)} ${unit}`
}

/** Describes the range of a number, without limits that are only those of the number type. */
function writeNumberLimits({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  const omitTypeLimit = (limit: unknown) => (typeof limit === 'number' && Math.abs(limit) < 1e12 ? limit : undefined)
  const exclusiveMin = omitTypeLimit(exclusiveMinimum)
  const [min, max] = [omitTypeLimit(minimum), omitTypeLimit(maximum)]
  const lowerLimit = exclusiveMin === undefined ? min !== undefined && `from ${writeNumber(min)}` : `above ${writeNumber(exclusiveMin)}`
  const limits = [lowerLimit, max !== undefined && `to ${writeNumber(max)}`].filter(Boolean).join(' ')
  return limits && ` ${limits}`
}

const writeNumber = (value: number | undefined): string => formatNumber(value ?? 0)
