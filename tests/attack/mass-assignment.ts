/** Mass assignment: undeclared fields in a request body must be ignored or rejected. */
import { listCalls, fillPath, type ApiCall } from './api-calls.ts'
import type { Schema } from '#tests/support/worst-body.ts'
import { largestBody } from '#tests/support/worst-body.ts'
import { ask, readJson, shorten, type Group, type Row, type Target } from './target.ts'

const FORGED_ID = 1_987_654_321
const FORGED_TIME = '2001-02-03T04:05:06.000Z'
/** Fields with distinctive values. */
const FORGED = {
  id: FORGED_ID,
  userId: FORGED_ID,
  authorId: FORGED_ID,
  user_id: FORGED_ID,
  siteId: FORGED_ID,
  createdAt: FORGED_TIME,
  created_at: FORGED_TIME,
  updatedAt: FORGED_TIME,
  isAdmin: true,
  is_admin: true,
  role: 'admin',
  isVerified: true,
  is_verified: true,
  emailConfirmedAt: FORGED_TIME,
  points: FORGED_ID,
  reputationPoints: FORGED_ID,
  level: FORGED_ID,
  views: FORGED_ID,
  score: FORGED_ID,
  helpful: FORGED_ID,
  passwordHash: 'forged',
  isRestricted: false,
  isPinned: true,
  isHidden: false,
}
/** Boolean fields that must not be true in a response. */
const TRUE_WHERE_FORGED = ['isAdmin', 'isVerified', 'isPinned']
/** Excluded, because they would break the rest of the run. */
const EXCLUDED = /sign-out|demo-content|\/api\/me\/password|second-factor|password-reset|\/sessions/
/** Endpoints that launch a site; only a few variants are tried. */
const LAUNCHES = /deployment/
const FEW = 3
/** Endpoints that replace the session. */
const OPENS_SESSION = /sign-up|sign-in|login|claim/
const WORDS = 'A warm house needs little heat, and keeps it. '

export const massAssignment: Group = {
  name: 'Mass assignment',
  isHarmless: false,
  async run(target) {
    const { people } = target.own ?? { people: { admin: '', member: '' } }
    const writes = (await listCalls(target)).filter(
      ({ method, path, schema, access }) => schema && method !== 'DELETE' && access !== 'admin' && !EXCLUDED.test(path),
    )
    const rows = [
      await tryForgedFields(target, writes, 'a guest', ''),
      await tryForgedFields(
        target,
        writes.filter(({ path }) => !OPENS_SESSION.test(path)),
        'a member',
        people.member,
      ),
    ]
    const who = readJson(await ask(target, '/api/me', { cookie: people.member }))
    const shown = readJson(await ask(target, `/api/users/${String(who['id'])}`))
    for (const [name, value] of Object.entries({ ...who, ...shown }))
      if (isForged(name, value)) rows.at(-1)?.problems.push(`Afterwards the member has ${name}: ${JSON.stringify(value)}`)
    return rows
  },
}

async function tryForgedFields(target: Target, calls: readonly ApiCall[], who: string, cookie: string): Promise<Row> {
  const problems: string[] = []
  let accepted = 0
  let tried = 0
  for (const { method, path, schema } of calls) {
    const url = fillPath(path, '1')
    const validBody = createValidBody(schema ?? {})
    // All at once, which one field may cause to be rejected, and each alone.
    const sets = [FORGED, ...Object.entries(FORGED).map(([name, value]) => ({ [name]: value }))]
    for (const forged of target.isShort || LAUNCHES.test(path) ? sets.slice(0, FEW) : sets) {
      const body = { ...validBody, ...uniqueValues(validBody), ...forged }
      const response = await ask(target, url, { method, cookie, body })
      tried += 1
      const repeat = `${method} ${url} as ${who} with ${shorten(JSON.stringify(forged), 60)}`
      if (response.status >= 500) problems.push(`${repeat}: ${response.status}`)
      if (response.status >= 300) continue
      accepted += 1
      for (const [name, value] of findFields(readJson(response)))
        if (isForged(name, value)) problems.push(`${repeat}: the response has ${name}: ${JSON.stringify(value)}`)
    }
  }
  if (accepted === 0) problems.push(`As ${who} no request was accepted, so nothing was tested.`)
  return { name: who, tried, problems, note: `${accepted} accepted` }
}

const isForged = (name: string, value: unknown): boolean =>
  value === FORGED_ID || value === FORGED_TIME || value === 'forged' || (TRUE_WHERE_FORGED.includes(name) && value === true)

function createValidBody(schema: Schema): Record<string, unknown> {
  const body = largestBody(schema, (length) => WORDS.slice(0, length))
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** Returns valid, unique values for fields with a special format. */
function uniqueValues(body: Record<string, unknown>): Record<string, unknown> {
  const unique = `n${crypto.randomUUID().slice(0, 8)}`
  const values: Record<string, unknown> = {
    username: unique,
    email: `${unique}@example.org`,
    password: 'lagged-boiler-at-noon',
    phone: '07700 900123',
    path: '/about',
    page: '/about',
    avatarUrl: null,
    domainName: undefined,
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in body))
}

/** Lists all fields recursively. */
function findFields(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]): [string, unknown][] => [[name, part], ...findFields(part)])
}
