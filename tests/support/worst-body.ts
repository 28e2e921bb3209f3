/** From what a contract says of its body, as JSON Schema, the largest that it lets in. */

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

/** Where a contract names no end, the server's limit for a body does. */
const UNBOUNDED = 100_000
const MANY = 1000
/** What an endpoint fills in by itself, or takes from one person alone. */
const LEFT_OUT = new Set(['userId', 'createdAt', 'id'])
type Text = (length: number) => string
const SHAPES: Record<string, () => string> = {
  email: () => `a${crypto.randomUUID()}@example.org`,
  uri: () => 'https://example.org/',
  'date-time': () => '2026-01-01T00:00:00Z',
  date: () => '2026-01-01',
}
/** What is put where the contract has refused the attack: the attack on one line, and then less and less of it. */
const INSTEAD: readonly ((text: Text, maxLength: number, name: string) => unknown)[] = [
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
 * @param text a text of the length that it is asked for
 * @param refused how often the contract has refused each of the fields: something else is tried there
 */
export function worstBody(schema: Schema, text: Text, refused: ReadonlyMap<string, number> = new Map(), name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.at(refused.get(name) ?? 0)
  // A text with several patterns: its type and length are next to them.
  if (schema.allOf) return worstBody(Object.assign({}, { ...schema, allOf: undefined }, ...schema.allOf) as Schema, text, refused, name)
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null')
  if (choice) return worstBody(choice, text, refused, name)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => !LEFT_OUT.has(key))
          .map(([key, part]) => [key, worstBody(part, text, refused, key)]),
      )
    case 'array':
      return Array.from({ length: Math.min(MANY, schema.maxItems ?? MANY) }, () => worstBody(schema.items ?? {}, text, refused, name))
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return Math.max(schema.minimum ?? 1, 1)
    default: {
      const { format = '', maxLength = UNBOUNDED } = schema
      const times = refused.get(name) ?? 0
      if (times > 0) return INSTEAD[Math.min(times, INSTEAD.length) - 1]?.(text, maxLength, name)
      return SHAPES[format]?.() ?? text(maxLength).slice(0, maxLength)
    }
  }
}
