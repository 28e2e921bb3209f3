/** Generates the largest body that a contract's JSON Schema allows. */

export interface Schema {
  type?: string | undefined
  properties?: Record<string, Schema>
  items?: Schema
  maxItems?: number
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  maxLength?: number
  minimum?: number
}

/** Length of texts without `maxLength`, which is near the server's body limit. */
const UNBOUNDED_TEXT_LENGTH = 100_000
const MAX_ITEMS = 1000
/** Fields that the endpoint sets itself, or accepts only from administrators. */
const OMITTED_FIELDS = new Set(['userId', 'createdAt', 'id'])
type Text = (length: number) => string
const SHAPES: Record<string, () => string> = {
  email: () => `a${crypto.randomUUID()}@example.org`,
  uri: () => 'https://example.org/',
  'date-time': () => '2026-01-01T00:00:00Z',
  date: () => '2026-01-01',
}
/**
 * Replacements for a rejected attack text, in the order in which they are tried: the attack on one line, then increasingly harmless values.
 */
const FALLBACKS: readonly ((text: Text, maxLength: number, name: string) => unknown)[] = [
  (text, maxLength) => `/${text(maxLength).replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')}`.slice(0, maxLength),
  (text, maxLength) =>
    text(maxLength)
      .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
      .trim()
      .slice(0, maxLength),
  (_text, _maxLength, name) => (/mail/i.test(name) ? SHAPES['email']?.() : `a${crypto.randomUUID().replaceAll('-', '')}`.slice(0, 20)),
  () => '07700 900123',
  () => undefined,
]

/**
 * Creates the largest value that a schema allows.
 * @param text returns an attack text of a given length
 * @param refused how often validation has rejected each field; a more harmless value is tried each time
 */
export function largestBody(schema: Schema, text: Text, refused: ReadonlyMap<string, number> = new Map(), name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.at(refused.get(name) ?? 0)
  // A string with several patterns has them in `allOf`, so they are merged with the type and length next to it.
  if (schema.allOf) return largestBody(Object.assign({}, { ...schema, allOf: undefined }, ...schema.allOf) as Schema, text, refused, name)
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null')
  if (choice) return largestBody(choice, text, refused, name)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => !OMITTED_FIELDS.has(key))
          .map(([key, part]) => [key, largestBody(part, text, refused, key)]),
      )
    case 'array':
      return Array.from({ length: Math.min(MAX_ITEMS, schema.maxItems ?? MAX_ITEMS) }, () =>
        largestBody(schema.items ?? {}, text, refused, name),
      )
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return Math.max(schema.minimum ?? 1, 1)
    default: {
      const { format = '', maxLength = UNBOUNDED_TEXT_LENGTH } = schema
      const attempts = refused.get(name) ?? 0
      if (attempts > 0) return FALLBACKS[Math.min(attempts, FALLBACKS.length) - 1]?.(text, maxLength, name)
      return SHAPES[format]?.() ?? text(maxLength).slice(0, maxLength)
    }
  }
}
