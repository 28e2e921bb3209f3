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
  pattern?: string
  maxLength?: number
  maximum?: number
  minimum?: number
}

/** Where a contract names no end, the server's limit for a body does. */
const UNBOUNDED = 100_000
const MANY = 1000
/** What a form asks for in a certain shape; the rest of its fields are only looked at where this one is right. */
const SHAPES: Record<string, (text: (length: number) => string) => unknown> = {
  email: () => `a${crypto.randomUUID()}@example.org`,
  uri: () => 'https://example.org/',
  'date-time': () => '2026-01-01T00:00:00Z',
  date: () => '2026-01-01',
  uuid: () => crypto.randomUUID(),
}

/** @param text a text of the length that it is asked for */
export function worstBody(schema: Schema, text: (length: number) => string, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null') ?? schema.allOf?.[0]
  if (choice) return worstBody(choice, text, name)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, part]) => [key, worstBody(part, text, key)]))
    case 'array':
      return Array.from({ length: Math.min(MANY, schema.maxItems ?? MANY) }, () => worstBody(schema.items ?? {}, text, name))
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return /Id$|^id$/.test(name) ? 1 : Math.max(schema.minimum ?? 1, 1)
    default:
      return worstText(schema, text, name)
  }
}

function worstText({ format = '', maxLength = UNBOUNDED, pattern }: Schema, text: (length: number) => string, name: string): unknown {
  const shaped = SHAPES[format]
  if (shaped) return shaped(text)
  if (/slug/i.test(name)) return `a-${crypto.randomUUID()}`
  if (name === 'username') return crypto.randomUUID().replaceAll('-', '').slice(0, 20)
  if (name === 'status') return 'published'
  const worst = text(maxLength).slice(0, maxLength)
  // One line where a line is wanted: the rest of the pattern is as it comes.
  return pattern?.includes('\\p{Cc}') ? worst.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ') : worst
}
