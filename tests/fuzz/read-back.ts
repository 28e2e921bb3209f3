/** What was said to be saved is what is read afterwards: for writes that something can be read back of. */
import type { FuzzCall } from './fuzz-calls.ts'
import type { FuzzFixture } from './fuzz-fixture.ts'

type Fields = Record<string, unknown>
/** By method and the path's pattern: where what was written is read, as an administrator or whoever wrote it. */
const READ_AT: Readonly<Record<string, (answer: Fields) => string | undefined>> = {
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

/** @returns the fields whose reading is another than the writing's answer; undefined where nothing is read back */
export async function findUnlike(fixture: FuzzFixture, call: string, made: FuzzCall, text: string): Promise<string[] | undefined> {
  const written = JSON.parse(text) as Fields
  const at = READ_AT[call]?.(written)
  if (at === undefined) return undefined
  const answer = await fixture.ask({ as: made.as, method: 'GET', url: at })
  // A post may wait for an administrator, and its writer is a visitor.
  if (answer.status !== 200) return made.as === 'visitor' && answer.status === 404 ? undefined : [`GET ${at} answers ${answer.status}`]
  const read = JSON.parse(answer.text) as Fields
  return Object.keys(written).flatMap((name) => {
    const [said, found] = [written[name], read[name]].map((value) => JSON.stringify(value) ?? '')
    // A text that names figures is answered as it was written, and read with the figures in it.
    return name in read && said !== found && !said?.includes('{{') ? [`${name}: ${tellApart(said ?? '', found ?? '')}`] : []
  })
}

/** Where two texts part, and some words of both from there. */
function tellApart(said: string, found: string): string {
  const at = [...said].findIndex((letter, place) => letter !== found[place])
  const from = Math.max(0, at - 40)
  return `${said.slice(from, from + 160)} | ${found.slice(from, from + 160)}`
}
