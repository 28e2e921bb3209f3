/** Reads back what a write has acknowledged and compares it with the response. */
import type { FuzzCall } from './fuzz-calls.ts'
import type { FuzzFixture } from './fuzz-fixture.ts'

type Fields = Record<string, unknown>
/** The URL to read back from, by method and path pattern; `undefined` when it cannot be read. */
const READ_AT: Readonly<Record<string, (response: Fields) => string | undefined>> = {
  'POST /api/articles': ({ id }) => `/api/admin/articles/${String(id)}`,
  'PATCH /api/articles/:id': ({ id }) => `/api/admin/articles/${String(id)}`,
  'POST /api/products': ({ slug }) => `/api/products/${String(slug)}`,
  'PATCH /api/products/:id': ({ slug }) => `/api/products/${String(slug)}`,
  'POST /api/forums': ({ id }) => `/api/forums/${String(id)}`,
  'PATCH /api/forums/:id': ({ id, status }) => (status === 'visible' ? `/api/forums/${String(id)}` : undefined),
  'PATCH /api/me': () => '/api/me',
  'PATCH /api/admin/settings': () => '/api/admin/settings',
  'PATCH /api/enquiries/:id/notes': ({ id }) => `/api/enquiries/${String(id)}`,
  'PATCH /api/enquiries/:id/status': ({ id }) => `/api/enquiries/${String(id)}`,
}

/** @returns the fields that differ from the write's response; `undefined` when nothing is read back */
export async function findDifferences(fixture: FuzzFixture, call: string, made: FuzzCall, text: string): Promise<string[] | undefined> {
  const written = JSON.parse(text) as Fields
  const at = READ_AT[call]?.(written)
  if (at === undefined) return undefined
  const response = await fixture.ask({ as: made.as, method: 'GET', url: at })
  // A visitor cannot read a post that awaits moderation.
  if (response.status !== 200)
    return made.as === 'visitor' && response.status === 404 ? undefined : [`GET ${at} answers ${response.status}`]
  const read = JSON.parse(response.text) as Fields
  return Object.keys(written).flatMap((name) => {
    const [expected, actual] = [written[name], read[name]].map((value) => JSON.stringify(value) ?? '')
    // Placeholders of reference values are returned as written, and read with the values filled in.
    return name in read && expected !== actual && !expected?.includes('{{') ? [`${name}: ${excerptOf(expected ?? '', actual ?? '')}`] : []
  })
}

/** Excerpts of both texts from shortly before their first difference. */
function excerptOf(expected: string, actual: string): string {
  const index = [...expected].findIndex((letter, position) => letter !== actual[position])
  const from = Math.max(0, index - 40)
  return `${expected.slice(from, from + 160)} | ${actual.slice(from, from + 160)}`
}
